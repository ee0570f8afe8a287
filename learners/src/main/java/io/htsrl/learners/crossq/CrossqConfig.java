package io.htsrl.learners.crossq;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.SoftConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import java.util.Optional;

/**
 * Settings of CrossQ, named as in Stable-Baselines3's contributions.
 *
 * @param optimizer optimizer of the actor; the others differ only in the learning rate
 * @param joint settings of the statistics of batches; null without batch normalisation
 */
public record CrossqConfig(
        OptimizerConfig optimizer,
        CriticSettings learning,
        EntropySettings entropy,
        ReplaySettings replay,
        JointBatches joint)
        implements SoftConfig {
    /** Settings of networks without batch normalisation, which do not read them. */
    private static final JointBatches UNUSED = new JointBatches(0.01, 0);

    public CrossqConfig {
        joint = joint == null ? UNUSED : joint;
    }

    @Override
    public String algorithm() {
        return "crossq";
    }

    @Override
    public int critics() {
        return 2;
    }

    @Override
    public Optional<JointBatches> jointBatches() {
        return Optional.of(joint);
    }

    @Override
    public CrossqConfig with(ReplaySettings newReplay) {
        return new CrossqConfig(optimizer, learning, entropy, newReplay, joint);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        SoftConfig.super.check(pipeline, frameStack, violations);
        RecordSettings.check(joint, violations);
        violations.check(
                replay.batches() == 1,
                "--learner-batches",
                replay.batches(),
                "must be 1 for crossq, whose statistics are those of one batch",
                "give a larger --batch-size");
    }
}
