package io.htsrl.learners.ppo;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticSettings;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/**
 * Settings of PPO, named as in CleanRL.
 *
 * @param updateEpochs passes over a bank
 * @param numMinibatches minibatches of one pass; must divide the steps of a bank
 * @param clipCoef ε of the clipped surrogate
 * @param clipVloss whether the value loss is clipped too
 * @param clipRangeVf ε of the clipped value loss; 0 for clipCoef
 * @param targetKl epochs stop early when the approximate KL divergence exceeds this; 0 for never
 * @param clipAround the policy that ratios are clipped around
 */
public record PpoConfig(
        ActorCriticConfig actorCritic,
        OptimizerConfig optimizer,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 4, for example",
                help = "Passes over an interval's steps.")
        int updateEpochs,

        @Setting(onFork = true, help = "Minibatches of one pass.")
        int numMinibatches,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.2, for example",
                help = "Epsilon of the clipped surrogate.")
        AnnealedValue clipCoef,

        @Setting(onFork = true, help = "Clip the value loss too.")
        boolean clipVloss,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 0.2, or 0 for the value of --clip-coef",
                help = "Epsilon of the value loss with --clip-vloss; 0: that of --clip-coef.")
        AnnealedValue clipRangeVf,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 0.015, or 0 to never stop early",
                help = "PPO ends an update early beyond this KL divergence (0: never); TRPO's steps stay below it.")
        double targetKl,

        @Setting(
                onFork = true,
                defaultValue = "behaviour",
                help = "The policy that an update stays near: behaviour, which acted, or current, "
                        + "which it begins from, with importance weights.")
        ClipAround clipAround)
        implements ActorCriticSettings {

    /** Policy whose probabilities are the denominator of the clipped ratios. */
    public enum ClipAround {
        /** Policy that collected the bank (Schulman et al. 2017). */
        BEHAVIOUR,
        /**
         * Policy that the update begins from: the decoupled objective (Hilton et al. 2022, Eq. 4), with V-trace's
         * advantages and value targets for it.
         */
        CURRENT
    }

    /** Returns ε of the clipped value loss. */
    AnnealedValue valueClip() {
        return hasValueClip() ? clipRangeVf : clipCoef;
    }

    private boolean hasValueClip() {
        return clipRangeVf.from() != 0 || clipRangeVf.to() != 0;
    }

    @Override
    public String algorithm() {
        return "ppo";
    }

    @Override
    public int minibatch(PipelineConfig pipeline) {
        return Minibatches.rows(numMinibatches, pipeline);
    }

    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Minibatches.updatesPerStep(updateEpochs, numMinibatches, pipeline);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        actorCritic.check(pipeline, violations);
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        violations.check(
                clipVloss || !hasValueClip(),
                "--clip-range-vf",
                clipRangeVf,
                "needs --clip-vloss true",
                "add it, or leave it out");
        Minibatches.check(numMinibatches, pipeline, violations);
    }
}
