package io.htsrl.policies.normalize;

import io.htsrl.core.policy.Policy;

/** A copy of all parameters: those of the network as it reads them, and the whole vector for its statistics. */
final class NormalizedSnapshot implements Policy.Snapshot {
    private final Normalization normalization;
    private final Policy.Snapshot network;
    private final float[] trained;
    private final float[] all;

    NormalizedSnapshot(Normalization normalization, Policy.Snapshot network) {
        this.normalization = normalization;
        this.network = network;
        this.trained = new float[normalization.offset()];
        this.all = new float[normalization.end()];
    }

    @Override
    public void load(float[] parameters) {
        if (parameters.length != all.length) {
            throw new IllegalArgumentException(parameters.length + " parameters for a network of " + all.length);
        }
        System.arraycopy(parameters, 0, all, 0, all.length);
        System.arraycopy(parameters, 0, trained, 0, trained.length);
        network.load(trained);
    }

    Normalization normalization() {
        return normalization;
    }

    Policy.Snapshot network() {
        return network;
    }

    /** Not to be written to. */
    float[] all() {
        return all;
    }
}
