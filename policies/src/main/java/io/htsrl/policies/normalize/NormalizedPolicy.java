package io.htsrl.policies.normalize;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network before which observations are normalised by statistics that are parameters: they lie behind those of the
 * network itself, so that whoever holds φ_k holds the statistics of φ_k. No gradient moves them. Immutable; thread rules
 * of {@link io.htsrl.core.policy.Policy}.
 */
public final class NormalizedPolicy implements PolicyNetwork {
    private final PolicyNetwork network;
    private final Normalization normalization;
    private final float clip;

    /**
     * @param network  reads rows of floats, one frame each
     * @param features of one observation: one frame of a stack
     * @param clip     what normalised values are clipped at
     */
    public NormalizedPolicy(PolicyNetwork network, int features, double clip) {
        this.network = network;
        this.normalization = new Normalization(network.parameterCount(), features);
        this.clip = (float) clip;
    }

    @Override
    public int parameterCount() {
        return normalization.end();
    }

    @Override
    public int observationSize() {
        return network.observationSize();
    }

    @Override
    public int outputWidth() {
        return network.outputWidth();
    }

    @Override
    public int policyOutputs() {
        return network.policyOutputs();
    }

    @Override
    public NetworkLayout layout() {
        return network.layout();
    }

    @Override
    public List<Tensor> tensors() {
        return Stream.concat(network.tensors().stream(), normalization.tensors().stream())
                .toList();
    }

    /** Statistics of no observations: a mean of 0 and a variance of 1. */
    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        network.initialise(parameters, stream);
        Arrays.fill(parameters, normalization.offset(), normalization.scaleOffset(), 0);
        Arrays.fill(parameters, normalization.scaleOffset(), normalization.end(), 1);
    }

    @Override
    public double[] input(double[] observation, float[] parameters) {
        double[] input = observation.clone();
        for (int i = 0; i < input.length; i++) {
            int feature = i % normalization.features();
            double mean = parameters[normalization.offset() + feature];
            double scale = parameters[normalization.scaleOffset() + feature];
            input[i] = Math.max(-clip, Math.min(clip, (input[i] - mean) * scale));
        }
        return input;
    }

    @Override
    public Snapshot newSnapshot() {
        return new NormalizedSnapshot(normalization, network.newSnapshot());
    }

    @Override
    public Forward newForward() {
        return new NormalizedForward(normalization, clip, network.newForward(), observationSize());
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new NormalizedGradients(
                normalization, clip, network.newGradientNetwork(backend, maxRows, team), observationSize());
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return network.newChainedNetwork(maxRows, team)
                .map(chained -> new NormalizedChain(normalization, clip, chained, observationSize()));
    }
}
