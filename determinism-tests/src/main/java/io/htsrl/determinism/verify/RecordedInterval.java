package io.htsrl.determinism.verify;

import io.htsrl.core.state.RawArrays;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Everything that an interval's digest covers. Immutable by agreement: bank and parameters may be those of a run, valid
 * only during the observer's call.
 *
 * @param interval k; the number of intervals for the learning after the last one
 * @param bank bank of its rollouts; null where none exists
 * @param parameters φ_{k+1}
 * @param learner hashes of the learner's state beyond the parameters, part after part: {@link BitHasher#parts}
 */
public record RecordedInterval(long interval, StorageBank bank, float[] parameters, Map<String, String> learner) {

    /** Name of the learner's part, where it names none. */
    static final String LEARNER = "learner";

    /** Returns the interval of an observer's arguments. */
    static RecordedInterval of(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        BitHasher hasher = new BitHasher();
        hasher.keepParts(LEARNER);
        learner.accept(hasher);
        return new RecordedInterval(interval, bank, parameters, hasher.parts());
    }

    /** Returns the learning after the last rollout. */
    static RecordedInterval of(long interval, float[] parameters, Consumer<BitHasher> learner) {
        return of(interval, null, parameters, learner);
    }

    /** Returns about the number of bytes of an interval in a file. */
    static long bytes(StorageBank bank, float[] parameters) {
        return (long) bank.shape().bytes() + (long) Float.BYTES * parameters.length;
    }

    /** Writes the interval, with the bank in the form of checkpoints. */
    void write(DataOutputStream out) throws IOException {
        out.writeLong(interval);
        out.writeBoolean(bank != null);
        if (bank != null) {
            bank.save(out);
        }
        out.writeInt(parameters.length);
        RawArrays.write(out, parameters);
        out.writeInt(learner.size());
        for (Map.Entry<String, String> part : learner.entrySet()) {
            out.writeUTF(part.getKey());
            out.writeUTF(part.getValue());
        }
    }

    /**
     * Reads the next interval of a file, bit by bit, NaN payloads too; null at the end of the file.
     *
     * @param into a bank of the recorded run's shape: it receives the recorded bank and belongs to the interval then
     */
    static RecordedInterval read(DataInputStream in, StorageBank into) throws IOException {
        if (in.available() == 0) {
            return null;
        }
        long interval = in.readLong();
        boolean collected = in.readBoolean();
        if (collected) {
            into.restore(in);
        }
        int count = in.readInt();
        if (count < 0 || count > in.available() / Float.BYTES) {
            throw new IOException("there are no " + count + " parameters"); // of a build with other banks
        }
        float[] parameters = new float[count];
        RawArrays.read(in, parameters);
        Map<String, String> learner = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            learner.put(in.readUTF(), in.readUTF());
        }
        return new RecordedInterval(interval, collected ? into : null, parameters, learner);
    }

    /**
     * Writes a run's intervals to a {@link Repetitions.Recording}'s file. Observes on the learner's thread; closed
     * after the run.
     */
    static final class Writer implements IntervalObserver, Closeable {
        private final Repetitions.Recording recording;
        private final long planned;
        private final DataOutputStream out;
        private long first = -1;

        /** @param planned intervals of the whole run: the learning after them is kept too */
        Writer(Repetitions.Recording recording, long planned) {
            this.recording = recording;
            this.planned = planned;
            try {
                out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(recording.file()), 1 << 16));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + recording.file(), e);
            }
        }

        @Override
        public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
            if (first < 0) {
                long room = Math.max(1, recording.maxBytes() / RecordedInterval.bytes(bank, parameters));
                first = Math.max(0, recording.last() - room + 1);
            }
            if (interval >= first && interval <= recording.last()) {
                write(RecordedInterval.of(interval, bank, parameters, learner));
            }
        }

        /**
         * Keeps the last learning of a whole run. A stopped run learns once more too, but from a bank that the whole
         * run does not end with: that is not kept.
         */
        @Override
        public void onFinish(long intervals, float[] parameters, Consumer<BitHasher> learner) {
            if (intervals == planned && intervals <= recording.last()) {
                write(RecordedInterval.of(intervals, parameters, learner));
            }
        }

        private void write(RecordedInterval interval) {
            try {
                interval.write(out);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + recording.file(), e);
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
