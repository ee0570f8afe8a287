package io.htsrl.learners.sac;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.SoftConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import java.util.Optional;

/**
 * Settings of SAC, named as in CleanRL and Stable-Baselines3.
 *
 * @param optimizer optimizer of the actor; the others differ only in the learning rate
 * @param targetEntropyScale target entropy of discrete actions, as a part of the greatest; empty for 0.89
 */
public record SacConfig(
        OptimizerConfig optimizer,
        CriticSettings learning,
        EntropySettings entropy,
        ReplaySettings replay,

        @Setting(
                onFork = true,
                onlyWith = "autotune=true",
                range = "(0, 1]",
                remedy = "give 0.89, for example",
                help = "Target entropy of discrete actions over the logarithm of their number; by default 0.89.")
        Optional<Double> targetEntropyScale)
        implements SoftConfig {
    private static final double ENTROPY_SCALE = 0.89;

    @Override
    public String algorithm() {
        return "sac";
    }

    @Override
    public int critics() {
        return 2;
    }

    @Override
    public int criticOutputs(ActionSpace actions) {
        return actions instanceof ActionSpace.Discrete discrete ? discrete.count() : 1;
    }

    @Override
    public int criticActions(ActionSpace actions) {
        return actions instanceof ActionSpace.Discrete ? 0 : actions.width();
    }

    @Override
    public double wantedEntropy(ActionSpace actions) {
        return actions instanceof ActionSpace.Discrete discrete
                ? entropy()
                        .targetEntropy()
                        .orElse(targetEntropyScale.orElse(ENTROPY_SCALE) * DeterministicMath.log(discrete.count()))
                : SoftConfig.super.wantedEntropy(actions);
    }

    @Override
    public SacConfig with(ReplaySettings newReplay) {
        return new SacConfig(optimizer, learning, entropy, newReplay, targetEntropyScale);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        SoftConfig.super.check(pipeline, frameStack, violations);
        RecordSettings.check(this, violations);
    }

    @Override
    public void checkActions(ActionSpace actions, Violations violations) {
        boolean discrete = actions instanceof ActionSpace.Discrete;
        violations
                .check(
                        discrete || targetEntropyScale.isEmpty(),
                        "--target-entropy-scale",
                        targetEntropyScale.orElse(0.0),
                        "is for discrete actions, and the environment has " + actions,
                        "give --target-entropy")
                .check(
                        !discrete || entropy.noiseCorrelation() == 0,
                        "--noise-correlation",
                        entropy.noiseCorrelation(),
                        "must be 0 for discrete actions, which are drawn without such noise",
                        "leave it out");
    }
}
