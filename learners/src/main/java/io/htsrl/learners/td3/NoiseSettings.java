package io.htsrl.learners.td3;

import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.GaussianNoise;
import io.htsrl.core.policy.OrnsteinUhlenbeckNoise;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Settings of the executors' exploration.
 *
 * @param explorationNoise σ of the noise, for actions in [-1, 1]
 * @param noiseType kind of the noise: independent or correlated steps
 */
public record NoiseSettings(
        @Setting(
                onFork = true,
                defaultValue = "0.1",
                range = "[0, inf)",
                remedy = "give 0.1, for example",
                help = "Sigma of the noise that explores, of actions in [-1, 1].")
        double explorationNoise,

        @Setting(
                defaultValue = "gaussian",
                help =
                        "The noise that explores: gaussian, independent in each step, or ou, Ornstein-Uhlenbeck's, which "
                                + "swings slowly.")
        NoiseType noiseType) {

    /** Kind of the noise: independent between steps, or correlated. */
    public enum NoiseType {
        GAUSSIAN,
        OU
    }

    ActionSelector selector(ActionHead head) {
        return noiseType == NoiseType.GAUSSIAN
                ? new GaussianNoise(head, explorationNoise)
                : new OrnsteinUhlenbeckNoise(head, explorationNoise);
    }

    void check(Violations violations) {
        RecordSettings.check(this, violations);
    }
}
