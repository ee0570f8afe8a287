package io.htsrl.learners.onpolicy;

import io.htsrl.core.settings.Setting;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;

/**
 * Whether rewards are divided by the running deviation of the discounted return before returns are made of them, as
 * CleanRL's and Stable-Baselines3's are. Scores and reported returns stay raw. Immutable.
 *
 * @param normReward whether it is so
 * @param clipReward what the scaled rewards are clipped at, on both sides
 */
public record RewardNormalization(
        @Setting(
                usual = "false",
                help =
                        "Divide rewards by the running deviation of the discounted return; reported returns stay as they are.")
        boolean normReward,

        @Setting(
                usual = "10",
                onlyWith = "norm-reward=true",
                otherwise = "10",
                range = "(0, inf)",
                remedy = "give 10, for example",
                help = "Normalized rewards are clipped at this, on both sides.")
        double clipReward) {

    /** Rewards as they are. */
    public static final RewardNormalization NONE = new RewardNormalization(false, 10);

    /** What does it, for banks of that shape. */
    RewardScale scale(BankShape shape, double gamma) {
        return normReward ? RewardScale.running(shape, gamma, clipReward) : RewardScale.NONE;
    }
}
