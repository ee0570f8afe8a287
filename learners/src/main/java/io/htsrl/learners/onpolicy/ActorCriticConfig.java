package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.DiagonalGaussian;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;

/**
 * Settings that A2C, PPO and TRPO share.
 *
 * @param gamma     discount factor
 * @param gaeLambda λ of GAE (Schulman et al. 2016, Eq. 16); 1 gives n-step returns over the sync interval
 * @param normAdv   whether advantages are normalised to zero mean and unit variance, per minibatch
 * @param entCoef   weight of the entropy bonus
 * @param vfCoef    weight of the value loss
 * @param logStdInit first value of the logarithms of a Gaussian's standard deviations, for continuous actions
 * @param noiseSteps steps of a replica that use one draw of a Gaussian's noise
 * @param rewards   rewards that enter the returns
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

        @Setting(
                defaultValue = "1",
                range = "[1, inf)",
                remedy = "give 1, or 16 where single steps lead nowhere",
                help = "Continuous actions: steps that one draw of the noise is held for; 1: a new one at each step.")
        int noiseSteps,

        RewardNormalization rewards) {

    public ActorCriticConfig {
        rewards = rewards == null ? RewardNormalization.NONE : rewards; // not set
    }

    /** Creates settings with raw rewards, standard deviations that begin with 1, and new noise at each step. */
    public ActorCriticConfig(double gamma, double gaeLambda, boolean normAdv, double entCoef, double vfCoef) {
        this(gamma, gaeLambda, normAdv, AnnealedValue.of(entCoef), vfCoef, 0, 1, RewardNormalization.NONE);
    }

    /** Returns the head that draws actions. */
    public DistributionHead head(ActionSpace actions) {
        return actions instanceof ActionSpace.Continuous box
                ? new DiagonalGaussian(box, logStdInit, noiseSteps)
                : DistributionHead.of(actions);
    }

    /** Adds a violation for each invalid setting. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
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
                            "Divide rewards by the running deviation of the discounted return; reported returns stay as they are.")
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
