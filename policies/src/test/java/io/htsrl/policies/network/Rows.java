package io.htsrl.policies.network;

import io.htsrl.core.policy.ObservationBatch;

/** Batches over matrices of floats. */
public final class Rows {

    private Rows() {}

    /** All rows of {@code values}, {@code [rows][values.length / rows]}. */
    public static ObservationBatch of(float[] values, int rows) {
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(values);
        for (int row = 0; row < rows; row++) {
            batch.add(row * (values.length / rows));
        }
        return batch;
    }
}
