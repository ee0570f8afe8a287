package io.htsrl.policies.check;

import io.htsrl.core.ObservationBatch;
import io.htsrl.core.ObservationSpace;
import io.htsrl.core.RandomStream;

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
        if (floats != null) {
            batch.over(floats, frameStack, frame.size());
        } else {
            batch.over(bytes, frameStack, frame.size());
        }
        for (int position = 0; position < rows; position++) {
            batch.add((at(start, position) + frameStack - 1) * frame.size());
        }
    }
}
