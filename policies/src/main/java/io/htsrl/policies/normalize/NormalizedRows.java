package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;

/** Normalised copies of observation rows, in scratch memory. One thread; allocates nothing per call. */
public final class NormalizedRows {
    private final Normalization normalization;
    private final float clip;
    private final int inputs;
    private final float[] normalized;
    private final ObservationBatch rows;

    /**
     * @param clip bound at which normalised values are clipped
     * @param maxRows greatest number of rows of one call
     * @param inputs elements of a row, all frames of its stack
     */
    public NormalizedRows(Normalization normalization, float clip, int maxRows, int inputs) {
        this.normalization = normalization;
        this.clip = clip;
        this.inputs = inputs;
        this.normalized = new float[Math.multiplyExact(maxRows, inputs)];
        this.rows = new ObservationBatch(maxRows);
    }

    /**
     * Returns rows {@code [from, from + count)} of a batch, normalised by the statistics in {@code parameters}; valid
     * until the next call.
     */
    public ObservationBatch of(float[] parameters, ObservationBatch batch, int from, int count) {
        rows.over(normalized);
        for (int row = 0; row < count; row++) {
            normalization.apply(parameters, clip, batch, from + row, normalized, row * inputs);
            rows.add(row * inputs);
        }
        return rows;
    }
}
