package io.htsrl.learners.bc;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.replay.Ratio;

/**
 * Settings of behaviour cloning, named as in the library imitation. One update per step.
 *
 * @param bufferSize transitions of the recording
 * @param batchSize transitions of one update
 * @param entWeight weight of the entropy in the loss
 */
public record BcConfig(
        OptimizerConfig optimizer,

        @Setting(unit = "transitions", help = "Transitions in the replay memory.")
        int bufferSize,

        @Setting(onFork = true, help = "Transitions of one batch.")
        int batchSize,

        @Setting(
                onFork = true,
                defaultValue = "1e-3",
                range = "[0, inf)",
                remedy = "give 1e-3, or 0 for none",
                help = "Weight of the entropy in the loss.")
        double entWeight)
        implements Replaying {

    @Override
    public String algorithm() {
        return "bc";
    }

    @Override
    public DistributionHead head(ActionSpace actions) {
        return DistributionHead.of(actions);
    }

    /** Returns 1: no return is computed. */
    @Override
    public double gamma() {
        return 1;
    }

    @Override
    public long learningStarts() {
        return 0;
    }

    @Override
    public Ratio utd() {
        return new Ratio(1, 1);
    }

    @Override
    public ReplaySettings replay() {
        return new ReplaySettings(bufferSize, batchSize, 1, 0, 0, 1, 1, 1, null, null, null, 0);
    }

    @Override
    public BcConfig with(ReplaySettings newReplay) {
        return new BcConfig(optimizer, newReplay.bufferSize(), newReplay.batchSize(), entWeight);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        checkReplay(pipeline, frameStack, violations);
    }
}
