package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.CorrelatedNoise;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import java.util.Optional;

/**
 * Settings of the entropy and the actor of SAC and TQC.
 *
 * @param autotune whether α is learnt
 * @param alpha value of α; with autotune, of the first update only
 * @param targetEntropy target of the entropy with autotune; empty for minus the width of the actions
 * @param alphaLoss factor in the temperature's loss
 * @param alphaFirst whether α is updated before critics and actor, from the actor's draws, which are still weighted
 *     with the old α (Stable-Baselines3); otherwise after the actor, from new draws (CleanRL)
 * @param scaledEntropy whether densities are those of the environment's actions (CleanRL), not in [-1, 1]
 * @param logStd mapping from outputs to log sigmas
 * @param noiseCorrelation correlation ρ of the executors' draws from step to step
 * @param targetUpdateInterval updates between two moves of the targets
 */
public record EntropySettings(
        @Setting(defaultValue = "true", help = "Learn alpha, so that the entropy becomes --target-entropy.")
        boolean autotune,

        @Setting(
                defaultValue = "1",
                range = "(0, inf)",
                remedy = "give 0.2, for example",
                help = "Weight of the entropy; with --autotune, what it begins with.")
        double alpha,

        @Setting(
                onFork = true,
                onlyWith = "autotune=true",
                help = "Entropy that alpha aims at; by default minus the action's components.")
        Optional<Double> targetEntropy,

        @Setting(
                onFork = true,
                defaultValue = "exp",
                onlyWith = "autotune=true",
                otherwise = "exp",
                help = "What alpha's loss multiplies: exp, alpha itself, or log, its logarithm.")
        Temperature.Loss alphaLoss,

        @Setting(
                onFork = true,
                defaultValue = "false",
                onlyWith = "autotune=true",
                otherwise = "false",
                help = "Alpha learns first, as in Stable-Baselines3; else after the actor.")
        boolean alphaFirst,

        @Setting(defaultValue = "false", help = "Entropy in the environment's bounds, not in [-1, 1].")
        boolean scaledEntropy,

        @Setting(defaultValue = "clamp", help = "Log sigmas of outputs: tanh, onto [-5, 2], or clamp, to [-20, 2].")
        SquashedGaussian.LogStd logStd,

        @Setting(
                defaultValue = "0",
                range = "[0, 1)",
                remedy = "give 0, or 0.9 for actions that swing slowly",
                help = "Correlation of the exploring noise from step to step.")
        double noiseCorrelation,

        @Setting(
                onFork = true,
                defaultValue = "1",
                otherwise = "1",
                unit = "updates",
                range = "[1, inf)",
                remedy = "give 1, for example",
                help = "Updates between two moves of the targets.")
        int targetUpdateInterval) {

    ActionHead head(ActionSpace actions) {
        return actions instanceof ActionSpace.Continuous box
                ? new SquashedGaussian(box, logStd)
                : DistributionHead.of(actions);
    }

    /** Creates the selector by which a replica draws its actions. */
    ActionSelector selector(ActionHead head) {
        return noiseCorrelation == 0 ? head::sample : new CorrelatedNoise((SquashedGaussian) head, noiseCorrelation);
    }

    /**
     * Returns the term that converts log-densities of actions in [-1, 1] to those of the configured scale: {@code -Σ
     * ln((high - low) / 2)}, or 0. A component with equal bounds is constant and adds nothing.
     */
    double logScale(ActionSpace actions) {
        if (!scaledEntropy) {
            return 0;
        }
        ActionSpace.Continuous box = (ActionSpace.Continuous) actions;
        double sum = 0;
        for (int i = 0; i < box.width(); i++) {
            double extent = (double) box.high()[i] - box.low()[i];
            sum -= extent == 0 ? 0 : StrictMath.log(extent / 2);
        }
        return sum;
    }

    void check(Violations violations) {
        RecordSettings.check(this, violations);
    }
}
