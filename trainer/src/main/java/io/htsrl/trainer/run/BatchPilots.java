package io.htsrl.trainer.run;

import io.htsrl.learners.batches.BatchPilot;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.adapt.BatchClimb;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;

/** Makes what decides how large a run's batches are. Stateless, any thread. */
final class BatchPilots {

    private BatchPilots() {}

    /** Batches as the settings have them, or, with {@code --adapt-batch}, those that keep the learner busy. */
    static BatchPilot of(RunConfig config, Attachments attachments, TimeSheet times) {
        if (!(config.algorithm() instanceof Replaying replaying) || !replaying.growsBatches()) {
            return BatchPilot.FIXED;
        }
        ReplaySettings replay = replaying.replay();
        BatchPilot climb = new BatchClimb(
                replay.batchSize(),
                replay.mostOfBatch(),
                times::total,
                attachments.listener()::onBatchChange,
                System::nanoTime);
        return attachments.components().batches(climb, config);
    }
}
