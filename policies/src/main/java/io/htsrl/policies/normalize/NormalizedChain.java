package io.htsrl.policies.normalize;

import io.htsrl.policies.network.ChainedNetwork;
import java.util.List;

/** The learner's side of which rows are shared out: the statistics behind the network's parameters are in no slice. */
final class NormalizedChain extends NormalizedGradients implements ChainedNetwork {
    private final ChainedNetwork network;

    /** As {@link NormalizedGradients}. */
    NormalizedChain(Normalization normalization, float clip, ChainedNetwork network, int inputs) {
        super(normalization, clip, network, inputs);
        this.network = network;
    }

    @Override
    public List<List<Span>> slices() {
        return network.slices();
    }

    @Override
    public void goBack(float[] outputGradient) {
        network.goBack(outputGradient);
    }

    @Override
    public void goOn(int slice, float[] sums) {
        network.goOn(slice, sums);
    }
}
