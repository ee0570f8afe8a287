package io.htsrl.learners.acktr;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticSettings;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of ACKTR, named as in OpenAI's baselines; damping and momentum as in pytorch-a2c-ppo-acktr.
 *
 * @param learningRate η_max, the step size where the trust region allows it
 * @param annealLr whether it falls linearly to zero over the run
 * @param kfacClip δ, the bound of a step's predicted divergence
 * @param statsDecay decay of the factors' running averages
 * @param damping λ, added to the Fisher matrix
 * @param momentum decay of the steps' running average
 * @param kfacUpdate updates from one inversion of the factors to the next
 * @param vfFisherCoef factor of the value's part of the sampled gradient
 */
public record AcktrConfig(
        ActorCriticConfig actorCritic,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.25, for example",
                help = "Step size of the optimizer.")
        AnnealedValue learningRate,

        @Setting(
                onFork = true,
                defaultValue = "false",
                onlyWith = "learning-rate!=a schedule",
                otherwise = "false",
                help = "Lower it linearly to 0 over the run.")
        boolean annealLr,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.001, for example",
                help = "The greatest predicted divergence of a step.")
        double kfacClip,

        @Setting(
                onFork = true,
                range = "[0, 1)",
                remedy = "give 0.99, for example",
                help = "Decay of the Kronecker factors' running averages.")
        double statsDecay,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.01, for example",
                help = "Added to the diagonal of the Fisher matrix.")
        double damping,

        @Setting(
                onFork = true,
                range = "[0, 1)",
                remedy = "give 0.9, for example",
                help = "Decay of the steps' running average.")
        double momentum,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 10, for example",
                help = "Updates per inversion of the Kronecker factors.")
        int kfacUpdate,

        @Setting(
                onFork = true,
                defaultValue = "1",
                range = "[0, inf)",
                remedy = "give 1, for example",
                help = "Weight of the value in the sampled Fisher gradients.")
        double vfFisherCoef)
        implements ActorCriticSettings {
    /** Greatest width of a layer or its input: inverting a factor of this size takes seconds. */
    private static final int WIDEST = 2048;

    @Override
    public String algorithm() {
        return "acktr";
    }

    /** Returns optimizer settings with the learning rate alone; {@link KroneckerOptimizer} has the others. */
    @Override
    public OptimizerConfig optimizer() {
        return new OptimizerConfig(
                OptimizerConfig.Kind.ADAM, learningRate, annealLr, 1e-8, 0, 0, OptimizerConfig.Adam.DEFAULT);
    }

    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.of(new Ratio(1, pipeline.stepsPerInterval()));
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        actorCritic.check(pipeline, violations);
        optimizer().check(violations);
        RecordSettings.check(this, violations);
        violations.check(
                !actorCritic.useSde(),
                "--use-sde",
                true,
                "must be false for acktr, whose factors do not describe noise that depends on a layer",
                "leave it out, or choose --algo a2c");
        violations.check(
                pipeline.backend() == Backend.JVM,
                "--backend",
                pipeline.backend(),
                "must be jvm for acktr: no other shows the rows of layers",
                "leave it out");
    }

    @Override
    public void checkNetwork(NetworkConfig network, Violations violations) {
        if (checkPlain(network, true, "a2c", violations)) {
            ActorCriticSettings.super.checkNetwork(network, violations);
        }
    }

    /** Requires layers whose factors, square matrices, can be kept and inverted. */
    @Override
    public void checkSize(NetworkConfig network, EnvironmentSpec spec, int frameStack, Violations violations) {
        int widest = layers(network, spec, frameStack).stream()
                .mapToInt(layer -> Math.max(layer.inputs(), layer.outputs()))
                .max()
                .orElseThrow();
        boolean units = network instanceof MlpConfig mlp
                && Stream.of(mlp.policySizes(), mlp.valueSizes())
                        .flatMap(List::stream)
                        .anyMatch(of -> of > WIDEST);
        violations.check(
                widest <= WIDEST,
                units ? "--hidden-sizes" : "--network",
                (network instanceof MlpConfig && !units ? network.network() + " " : "") + network.description(),
                "must have at most " + WIDEST
                        + " inputs and outputs in a layer for acktr, which inverts matrices of that" + " size, and has "
                        + widest,
                "choose a smaller one, or --algo a2c");
    }

    @Override
    public double stateBytes(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        return layers(network, spec, frameStack).stream()
                .mapToDouble(KroneckerOptimizer::bytes)
                .sum();
    }

    /** Returns the layers, each as a dense one: with the inputs of one of its sums. */
    private List<DenseLayer> layers(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        FirstHead first = FirstHead.of(head(spec.actionSpace()));
        List<DenseLayer> layers = new ArrayList<>();
        int weights = 0;
        for (Tensor tensor : Networks.create(network, spec.observationSpace(), frameStack, first, heads())
                .tensors()) {
            if (tensor.shape().size() > 1) {
                weights = tensor.size();
            } else { // a bias
                layers.add(new DenseLayer(
                        tensor.name(), weights / tensor.size(), tensor.size(), tensor.offset() - weights));
                weights = 0;
            }
        }
        return layers;
    }
}
