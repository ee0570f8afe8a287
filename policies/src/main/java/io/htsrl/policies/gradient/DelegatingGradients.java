package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import java.util.List;

/**
 * Learner's side of a network around another one, which it closes; a subclass changes what goes in or comes out. It is
 * chained only if the other one is. Thread rule of {@link GradientNetwork}.
 */
public abstract class DelegatingGradients extends LayoutGradientNetwork implements ChainedNetwork {
    protected final GradientNetwork network;

    protected DelegatingGradients(int parameterCount, int outputWidth, GradientNetwork network) {
        super(parameterCount, outputWidth, network.maxRows());
        this.network = network;
    }

    @Override
    protected void load(float[] parameters) {
        network.loadParameters(parameters);
    }

    @Override
    protected void compute(ObservationBatch batch, int rows, float[] outputs) {
        network.forward(batch, outputs);
    }

    @Override
    protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
        network.backward(outputGradient, parameterGradient);
    }

    @Override
    public void jacobianProduct(float[] direction, float[] derivatives) {
        network.jacobianProduct(direction, derivatives);
    }

    @Override
    public final List<LayerRows> layerRows() {
        return network.layerRows();
    }

    @Override
    public final void normalizeBy(Statistics statistics) {
        network.normalizeBy(statistics);
    }

    @Override
    public final void moveStatistics(float[] parameters, double share) {
        network.moveStatistics(parameters, share);
    }

    @Override
    protected final void free() {
        network.close();
    }

    @Override
    public final List<List<Span>> slices() {
        return chained().slices();
    }

    @Override
    public final void backward(float[] outputGradient) {
        chained().backward(outputGradient);
    }

    @Override
    public final void accumulate(int slice, float[] sums) {
        chained().accumulate(slice, sums);
    }

    private ChainedNetwork chained() {
        return (ChainedNetwork) network;
    }
}
