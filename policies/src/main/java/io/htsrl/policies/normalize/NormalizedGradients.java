package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.gradient.DelegatingGradients;
import io.htsrl.policies.network.GradientNetwork;
import java.util.Arrays;

/**
 * Learner's side of a normalised network: normalises rows for the network of any backend. The gradient of the
 * statistics is 0, so no optimiser moves them and they do not change a norm. Thread rule of {@link GradientNetwork}.
 */
final class NormalizedGradients extends DelegatingGradients {
    private final float[] all;
    private final float[] trained;
    private final float[] gradient;
    private final NormalizedRows rows;

    /**
     * @param network closed with this one
     * @param inputs elements of a row, all frames of its stack
     */
    NormalizedGradients(Normalization normalization, float clip, GradientNetwork network, int inputs) {
        super(normalization.end(), network.outputWidth(), network);
        this.all = new float[normalization.end()];
        this.trained = new float[normalization.offset()];
        this.gradient = new float[normalization.offset()];
        this.rows = new NormalizedRows(normalization, clip, network.maxRows(), inputs);
    }

    @Override
    protected void load(float[] parameters) {
        System.arraycopy(parameters, 0, all, 0, all.length);
        System.arraycopy(parameters, 0, trained, 0, trained.length);
        network.loadParameters(trained);
    }

    @Override
    protected void compute(ObservationBatch batch, int count, float[] outputs) {
        network.forward(rows.of(all, batch, 0, count), outputs);
    }

    @Override
    protected void differentiate(float[] outputGradient, int count, float[] parameterGradient) {
        network.backward(outputGradient, gradient);
        copy(parameterGradient);
    }

    @Override
    protected void compute(
            ObservationBatch batch,
            int count,
            float[] outputs,
            RowsLoss loss,
            float[] outputGradient,
            float[] parameterGradient) {
        network.gradient(rows.of(all, batch, 0, count), outputs, loss, outputGradient, gradient);
        copy(parameterGradient);
    }

    private void copy(float[] parameterGradient) {
        System.arraycopy(gradient, 0, parameterGradient, 0, gradient.length);
        Arrays.fill(parameterGradient, gradient.length, parameterGradient.length, 0);
    }

    /** {@inheritDoc} The direction's part of the statistics counts as 0. */
    @Override
    public void jacobianProduct(float[] direction, float[] derivatives) {
        System.arraycopy(direction, 0, gradient, 0, gradient.length);
        network.jacobianProduct(gradient, derivatives);
    }
}
