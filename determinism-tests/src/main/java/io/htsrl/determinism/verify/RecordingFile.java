package io.htsrl.determinism.verify;

import io.htsrl.core.state.Bulk;
import io.htsrl.storage.StorageBank;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a {@link RecordedInterval} lies in a file: its bank as checkpoints save it. Read back bit by bit, NaN payloads
 * too. Stateless, any thread.
 */
final class RecordingFile {

    private RecordingFile() {}

    static void write(RecordedInterval interval, DataOutputStream out) throws IOException {
        out.writeLong(interval.interval());
        out.writeBoolean(interval.bank() != null);
        if (interval.bank() != null) {
            interval.bank().save(out);
        }
        out.writeInt(interval.parameters().length);
        Bulk.write(out, interval.parameters());
        out.writeInt(interval.learner().size());
        for (Map.Entry<String, String> part : interval.learner().entrySet()) {
            out.writeUTF(part.getKey());
            out.writeUTF(part.getValue());
        }
    }

    /**
     * The next interval; null at the end of the file.
     *
     * @param bank is made what was recorded, and is the interval's then; of the recorded run's shape
     */
    static RecordedInterval read(DataInputStream in, StorageBank bank) throws IOException {
        if (in.available() == 0) {
            return null;
        }
        long interval = in.readLong();
        boolean collected = in.readBoolean();
        if (collected) {
            bank.restore(in);
        }
        float[] parameters = new float[in.readInt()];
        Bulk.read(in, parameters);
        Map<String, String> learner = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            learner.put(in.readUTF(), in.readUTF());
        }
        return new RecordedInterval(interval, collected ? bank : null, parameters, learner);
    }
}
