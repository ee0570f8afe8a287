package io.htsrl.determinism.verify;

import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.function.Consumer;

/** Writes a run's intervals to a {@link Recording}'s file. Observes on the learner's thread; closed after the run. */
final class IntervalWriter implements IntervalObserver, Closeable {
    private final Recording recording;
    private final long planned;
    private final DataOutputStream out;
    private long first = -1;

    /** @param planned intervals of the whole run: the learning after them is kept too */
    IntervalWriter(Recording recording, long planned) {
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
     * Keeps the last learning of a whole run. A stopped run learns once more too, but from a bank that the whole run
     * does not end with: that is not kept.
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
