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

    /** The gradient of the last backward pass once more: the sums of products of {@link GradientNetwork#layerRows}. */
    public static double[] gradient(GradientNetwork network) {
        double[] gradient = new double[network.parameterCount()];
        for (GradientNetwork.LayerRows of : network.layerRows()) {
            int positions = of.inputs().starts().length;
            for (int at = 0; at < of.rows() * positions; at++) {
                for (int i = 0; i <= of.layer().inputs(); i++) {
                    double x = i < of.layer().inputs() ? of.inputs().get(at / positions, at % positions, i) : 1;
                    for (int j = 0; j < of.layer().outputs(); j++) {
                        gradient[of.offset(i, j)] += x * of.gradients().get(at / positions, at % positions, j);
                    }
                }
            }
        }
        return gradient;
    }
}
