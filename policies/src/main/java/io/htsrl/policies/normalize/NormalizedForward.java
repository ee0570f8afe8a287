package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;

/**
 * One thread's forward: rows are normalised a chunk at a time, in scratch memory, and the network reads them there. Rows
 * are independent, so the cut changes nothing; allocates nothing.
 */
final class NormalizedForward implements Policy.Forward {
    private static final int CHUNK = 32;

    private final Normalization normalization;
    private final float clip;
    private final Policy.Forward network;
    private final int inputs;
    private final float[] normalized;
    private final ObservationBatch rows = new ObservationBatch(CHUNK);
    private final int[] offsets = new int[CHUNK];

    /** @param inputs elements of a row, all frames of its stack */
    NormalizedForward(Normalization normalization, float clip, Policy.Forward network, int inputs) {
        this.normalization = normalization;
        this.clip = clip;
        this.network = network;
        this.inputs = inputs;
        this.normalized = new float[CHUNK * inputs];
    }

    @Override
    public void forward(Policy.Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
        if (!(snapshot instanceof NormalizedSnapshot own)
                || !own.normalization().equals(normalization)) {
            throw new IllegalArgumentException("this snapshot belongs to another policy");
        }
        for (int start = 0; start < batch.rows(); start += CHUNK) {
            int count = Math.min(CHUNK, batch.rows() - start);
            rows.over(normalized);
            for (int i = 0; i < count; i++) {
                normalization.apply(own.all(), clip, batch, start + i, normalized, i * inputs);
                rows.add(i * inputs);
                offsets[i] = outputOffsets[start + i];
            }
            network.forward(own.network(), rows, outputs, offsets);
        }
    }
}
