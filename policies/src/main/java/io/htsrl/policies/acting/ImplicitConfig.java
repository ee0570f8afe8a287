package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.ObservationNormalization;

/**
 * Network of implicit quantiles behind another network's hidden layers.
 *
 * @param torso network whose hidden layers compute the features
 * @param quantiles settings that are used
 */
public record ImplicitConfig(NetworkConfig torso, ImplicitQuantiles quantiles) implements NetworkConfig {

    /** Returns {@code network}, with implicit quantiles if it has any. */
    public static NetworkConfig of(NetworkConfig network, ImplicitQuantiles quantiles) {
        return quantiles.areUsed() ? new ImplicitConfig(network, quantiles) : network;
    }

    @Override
    public String network() {
        return torso.network();
    }

    @Override
    public String description() {
        return torso.description() + ", implicit quantiles " + quantiles.quantileUnits();
    }

    @Override
    public ObservationNormalization normalization() {
        return torso.normalization();
    }

    @Override
    public void check(Violations violations) {
        torso.check(violations);
        quantiles.check(violations);
    }

    /** Returns the size of the network, with the activations of a learner's most fractions of a row. */
    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        NetworkSize front = torso.size(frame, frameStack, FirstHead.of(quantiles.quantileUnits()), Heads.FEATURES);
        long cosines = quantiles.quantileEmbeddingDim();
        long units = quantiles.quantileUnits();
        long values = heads.outputWidth(first.outputs());
        long rows = quantiles.most();
        long widest = rows * Math.max(cosines, Math.max(units, values));
        return new NetworkSize(
                front.parameters() + (cosines + 1) * units + (units + 1) * (units + values),
                front.activations() + 2 * units + rows * (cosines + 6 * units + 4 * values),
                Math.max(front.widest(), widest));
    }

    @Override
    public void checkSize(NetworkSize size, Violations violations) {
        torso.checkSize(size, violations);
    }
}
