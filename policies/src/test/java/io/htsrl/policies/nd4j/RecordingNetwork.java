package io.htsrl.policies.nd4j;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;

/**
 * A network of one parameter w whose output row is {@code w + observation} and whose gradient is a given number:
 * what {@link ParallelGradientNetwork} does with its inner networks can be read off it.
 */
final class RecordingNetwork implements GradientNetwork {
    private final int maxRows;
    private final float gradient;
    private float parameter;
    /** What runs at the start of each pass. */
    Runnable before = () -> {};

    Thread thread;
    int forwards;
    int lastRows;
    int closes;

    RecordingNetwork(int maxRows, float gradient) {
        this.maxRows = maxRows;
        this.gradient = gradient;
    }

    @Override
    public int parameterCount() {
        return 1;
    }

    @Override
    public int outputWidth() {
        return 1;
    }

    @Override
    public int maxRows() {
        return maxRows;
    }

    @Override
    public void loadParameters(float[] parameters) {
        before.run();
        parameter = parameters[0];
    }

    @Override
    public void forward(ObservationBatch batch, float[] outputs) {
        before.run();
        thread = Thread.currentThread();
        forwards++;
        lastRows = batch.rows();
        for (int i = 0; i < lastRows; i++) {
            outputs[i] = parameter + batch.floats()[batch.offset(i)];
        }
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        before.run();
        parameterGradient[0] = gradient;
    }

    @Override
    public void close() {
        closes++;
    }
}
