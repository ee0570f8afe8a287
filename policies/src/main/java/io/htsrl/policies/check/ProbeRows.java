package io.htsrl.policies.check;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import java.util.stream.IntStream;

/** Observation rows to look at: numbers in [-2, 2) or bytes, drawn. Rows share frames, as in a bank. Immutable. */
final class ProbeRows {
    private final ObservationSpace frame;
    private final int frameStack;
    private final int count;
    private final float[] floats;
    private final byte[] bytes;

    ProbeRows(ObservationSpace frame, int frameStack, int count, RandomStream stream) {
        this.frame = frame;
        this.frameStack = frameStack;
        this.count = count;
        int elements = Math.multiplyExact(count + frameStack - 1, frame.size());
        boolean unsigned = frame.kind() == ObservationSpace.Kind.UINT8;
        floats = unsigned ? null : new float[elements];
        bytes = unsigned ? new byte[elements] : null;
        for (int i = 0; i < elements; i++) {
            if (unsigned) {
                bytes[i] = (byte) stream.bits(i);
            } else {
                floats[i] = (float) (stream.uniform(i) * 4 - 2);
            }
        }
    }

    int count() {
        return count;
    }

    /** Which row stands at {@code position} of a batch whose first is {@code start}. */
    int at(int start, int position) {
        return (start + position) % count;
    }

    /** Makes {@code batch} the rows from {@code start} on, {@code rows} of them, beginning again after the last. */
    void fill(ObservationBatch batch, int start, int rows) {
        fill(
                batch,
                IntStream.range(0, rows).map(position -> at(start, position)).toArray());
    }

    /** Makes {@code batch} these rows. */
    void fill(ObservationBatch batch, int[] rows) {
        if (floats != null) {
            batch.over(floats, frameStack, frame.size());
        } else {
            batch.over(bytes, frameStack, frame.size());
        }
        for (int row : rows) {
            batch.add((row + frameStack - 1) * frame.size());
        }
    }

    /** The numbers of one row, as networks read them: bytes as fractions of 255. */
    double[] row(int row) {
        int from = row * frame.size();
        double[] numbers = new double[frameStack * frame.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = floats != null ? floats[from + i] : (bytes[from + i] & 0xff) / 255f;
        }
        return numbers;
    }

    /** {@code rows} of them, or all that there are, from the first to the last in equal distances. */
    int[] spread(int rows) {
        return rows >= count
                ? IntStream.range(0, count).toArray()
                : IntStream.range(0, rows)
                        .map(i -> i * (count - 1) / (rows - 1))
                        .toArray();
    }
}
