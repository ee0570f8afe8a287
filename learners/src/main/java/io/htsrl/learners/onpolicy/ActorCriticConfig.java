package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.DiagonalGaussian;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.StateDependentGaussian;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.Auto;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;

/**
 * Settings that A2C, PPO and TRPO share.
 *
 * @param gamma discount factor
 * @param gaeLambda λ of GAE (Schulman et al. 2016, Eq. 16); 1 gives n-step returns over the sync interval
 * @param normAdv whether advantages are normalised to zero mean and unit variance, per minibatch
 * @param entCoef weight of the entropy bonus
 * @param vfCoef weight of the value loss
 * @param logStdInit first value of the logarithms of a Gaussian's standard deviations, for continuous actions
 * @param useSde whether a Gaussian's noise depends on the state
 * @param noiseSteps steps of a replica that use one draw of a Gaussian's noise; -1 for an interval
 * @param rewards rewards that enter the returns
 */
public record ActorCriticConfig(
        @Setting(
                onFork = true,
                defaultValue = "0.99",
                range = "[0, 1]",
                remedy = "give 0.99, for example",
                help = "Discount factor.")
        double gamma,

        @Setting(
                onFork = true,
                defaultValue = "0.95",
                range = "[0, 1]",
                remedy = "give 0.95, or 1 for n-step returns",
                help = "Lambda of generalized advantage estimation; 1: n-step returns.")
        double gaeLambda,

        @Setting(onFork = true, defaultValue = "false", help = "Normalize advantages, per minibatch.")
        boolean normAdv,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 0.01, for example",
                help = "Weight of the entropy bonus.")
        AnnealedValue entCoef,

        @Setting(
                onFork = true,
                defaultValue = "0.5",
                range = "[0, inf)",
                remedy = "give 0.5, for example",
                help = "Weight of the value loss.")
        double vfCoef,

        @Setting(
                defaultValue = "0",
                range = "[-20, 2]",
                remedy = "give 0, or -1 for calmer first actions",
                help = "Continuous actions: the logarithm of the first standard deviations.")
        double logStdInit,

        @Setting(defaultValue = "false", help = "Continuous actions: noise that depends on the state (gSDE).")
        boolean useSde,

        @Setting(
                auto = DefaultNoiseSteps.class,
                alias = "sde-sample-freq",
                range = "[-1, inf)",
                remedy = NOISE_REMEDY,
                help =
                        "Continuous actions: steps that one draw of the noise is held for; -1: an interval. auto: -1 with"
                                + " --use-sde, else 1.")
        int noiseSteps,

        RewardNormalization rewards) {

    private static final String NOISE_REMEDY = "give 1, 16 where single steps lead nowhere, or -1";

    /** The default for {@code noiseSteps}, as in Stable-Baselines3. */
    static final class DefaultNoiseSteps implements Auto {
        @Override
        public Object value(Lookup settings) {
            return settings.<Boolean>get("use-sde") ? -1 : 1;
        }
    }

    public ActorCriticConfig {
        rewards = rewards == null ? RewardNormalization.NONE : rewards; // not set
    }

    /** Creates settings with raw rewards, standard deviations that begin with 1, and new noise at each step. */
    public ActorCriticConfig(double gamma, double gaeLambda, boolean normAdv, double entCoef, double vfCoef) {
        this(gamma, gaeLambda, normAdv, AnnealedValue.of(entCoef), vfCoef, 0, false, 1, RewardNormalization.NONE);
    }

    /** Returns the head that draws actions. */
    public DistributionHead head(ActionSpace actions) {
        if (!(actions instanceof ActionSpace.Continuous box)) {
            return DistributionHead.of(actions);
        }
        return useSde
                ? new StateDependentGaussian(box, logStdInit, noiseSteps)
                : new DiagonalGaussian(box, logStdInit, noiseSteps);
    }

    /** Adds a violation for each invalid setting. */
    public void check(PipelineConfig pipeline, Violations violations) {
        RecordSettings.check(this, violations);
        violations
                .check(
                        noiseSteps != 0,
                        "--noise-steps",
                        noiseSteps,
                        "must be at least 1, or -1 for one draw of each interval",
                        NOISE_REMEDY)
                .check(
                        !useSde || pipeline.backend() == Backend.JVM,
                        "--backend",
                        pipeline.backend(),
                        "must be jvm with --use-sde: no other shows the hidden layer that the noise depends on",
                        "leave one of them out");
        RecordSettings.check(rewards, violations);
    }

    /**
     * Settings of reward normalisation: rewards in returns are divided by the running deviation of the discounted
     * return, as in CleanRL and Stable-Baselines3. Scores and reported returns stay raw. Immutable.
     *
     * @param normReward whether rewards are normalised
     * @param clipReward bound at which scaled rewards are clipped, on both sides
     */
    public record RewardNormalization(
            @Setting(
                    defaultValue = "false",
                    help =
                            "Divide rewards by the running deviation of the discounted return; reported returns stay raw.")
            boolean normReward,

            @Setting(
                    onFork = true,
                    defaultValue = "10",
                    onlyWith = "norm-reward=true",
                    otherwise = "10",
                    range = "(0, inf)",
                    remedy = "give 10, for example",
                    help = "Normalized rewards are clipped at this, on both sides.")
            double clipReward) {

        /** Raw rewards. */
        public static final RewardNormalization NONE = new RewardNormalization(false, 10);

        /** Creates the reward scale for banks of that shape. */
        public RewardScale scale(BankShape shape, double gamma) {
            return normReward ? RewardScale.running(shape, gamma, clipReward) : RewardScale.NONE;
        }
    }
}
