package io.htsrl.learners.trpo;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticSettings;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/**
 * Settings of TRPO, named as in sb3-contrib. The optimizer is the critic's.
 *
 * @param targetKl δ, the bound of the mean divergence of a step
 * @param cgMaxSteps iterations of conjugate gradients
 * @param cgDamping added to the diagonal of the Fisher matrix
 * @param lineSearchShrinkingFactor factor from one step of the line search to the next
 * @param lineSearchMaxIter steps that the line search tries
 * @param nCriticUpdates passes of the critic over a bank
 * @param batchSize rows of the critic's minibatches
 * @param subSamplingFactor the policy's step uses one row of so many
 */
public record TrpoConfig(
        ActorCriticConfig actorCritic,
        OptimizerConfig optimizer,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.01, for example",
                help = "The greatest mean divergence of a step.")
        double targetKl,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 15, for example",
                help = "Iterations of conjugate gradients.")
        int cgMaxSteps,

        @Setting(
                onFork = true,
                range = "[0, inf)",
                remedy = "give 0.1, for example",
                help = "Added to the diagonal of the Fisher matrix.")
        double cgDamping,

        @Setting(
                onFork = true,
                range = "(0, 1)",
                remedy = "give 0.8, for example",
                help = "Factor between steps that the line search tries.")
        double lineSearchShrinkingFactor,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 10, for example",
                help = "Steps that the line search tries.")
        int lineSearchMaxIter,

        @Setting(
                onFork = true,
                range = "[0, inf)",
                remedy = "give 10, for example",
                help = "Passes of the critic over an interval's steps.")
        int nCriticUpdates,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 128, for example",
                help = "Transitions of one batch.")
        int batchSize,

        @Setting(
                onFork = true,
                defaultValue = "1",
                range = "[1, inf)",
                remedy = "give 1 to use all steps",
                help = "The policy's step uses one of so many steps of an interval.")
        int subSamplingFactor)
        implements ActorCriticSettings {

    @Override
    public String algorithm() {
        return "trpo";
    }

    /** Returns the critic's steps, besides the policy's one, per environment step. */
    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        int batches = (int) (((long) pipeline.stepsPerInterval() + batchSize - 1) / batchSize);
        return nCriticUpdates == 0
                ? Optional.of(new Ratio(1, pipeline.stepsPerInterval()))
                : Minibatches.updatesPerStep(nCriticUpdates, batches, pipeline);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        actorCritic.check(pipeline, violations);
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        violations
                .check(
                        pipeline.backend() == Backend.JVM,
                        "--backend",
                        pipeline.backend(),
                        "must be jvm for trpo: no other computes products with a Jacobian",
                        "leave it out")
                .check(
                        optimizer.kind() != OptimizerConfig.Kind.ADAMW,
                        "--optimizer",
                        optimizer.kind(),
                        "is for the critic alone in trpo, and would decay the policy's weights too",
                        "give adam, radam or rmsprop")
                .check(
                        !pipeline.hasSteps() || subSamplingFactor <= pipeline.stepsPerInterval(),
                        "--sub-sampling-factor",
                        subSamplingFactor,
                        "must be at most the steps of an interval (" + pipeline.stepsPerInterval() + ")",
                        "give 1 to use all steps");
    }

    /** Requires a plain multi-layer perceptron for the policy, and another for the value. */
    @Override
    public void checkNetwork(NetworkConfig network, Violations violations) {
        boolean plain = checkPlain(network, false, "ppo", violations);
        violations.check(
                !plain || !network.sharesTorso(),
                "--shared-torso",
                true,
                "must be false for trpo: the critic's steps must not move the policy",
                "leave it out");
    }
}
