package io.htsrl.policies.check;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;

/** Output row of each probe, computed alone, with which rows of batches are compared. One thread. */
final class ActingRows {
    private final ProbeRows probes;
    private final Policy.Snapshot snapshot;
    private final Policy.Forward forward;
    private final int width;
    private final int outputWidth;
    private final float[] alone;

    ActingRows(Policy policy, float[] parameters, ProbeRows probes) {
        this.probes = probes;
        snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        ObservationBatch batch = new ObservationBatch(1);
        width = policy.rowWidth();
        outputWidth = policy.outputWidth();
        alone = new float[probes.count() * width];
        Policy.Forward first = policy.newForward();
        for (int row = 0; row < probes.count(); row++) {
            probes.fill(batch, row, 1);
            first.forward(snapshot, batch, alone, new int[] {row * width});
        }
        forward = policy.newForward();
    }

    /**
     * Returns how many rows of the batch of {@code size} probes from {@code start} on differ from the same row alone.
     */
    int different(int size, int start) {
        int[] offsets = new int[size];
        for (int i = 0; i < size; i++) {
            offsets[i] = i * width;
        }
        float[] outputs = new float[size * width];
        ObservationBatch batch = new ObservationBatch(size);
        probes.fill(batch, start, size);
        forward.forward(snapshot, batch, outputs, offsets);
        int different = 0;
        for (int i = 0; i < size; i++) {
            if (!Bits.equal(alone, probes.at(start, i) * width, outputs, offsets[i], width)) {
                different++;
            }
        }
        return different;
    }

    /** Returns the output rows of all probes, each computed alone, without recurrent states. */
    float[] alone() {
        float[] rows = new float[probes.count() * outputWidth];
        for (int row = 0; row < probes.count(); row++) {
            System.arraycopy(alone, row * width, rows, row * outputWidth, outputWidth);
        }
        return rows;
    }

    /** Equality of raw bits: two NaNs may differ, and 0 differs from -0. Stateless, any thread. */
    static final class Bits {

        private Bits() {}

        static boolean equal(float[] a, float[] b) {
            return a.length == b.length && equal(a, 0, b, 0, a.length);
        }

        static boolean equal(float[] a, int aOffset, float[] b, int bOffset, int count) {
            for (int i = 0; i < count; i++) {
                if (Float.floatToRawIntBits(a[aOffset + i]) != Float.floatToRawIntBits(b[bOffset + i])) {
                    return false;
                }
            }
            return true;
        }
    }
}
