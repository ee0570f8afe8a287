package io.htsrl.trainer.run;

import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;

/** Runs a training to its end: the trainer, or a test double. Called by the command line's thread. */
@FunctionalInterface
public interface TrainingRunner {

    /**
     * Blocks until the run is over.
     *
     * @throws TrainingFailedException when a worker failed
     * @throws InterruptedException when the calling thread was interrupted
     */
    TrainingResult run(RunConfig config, Attachments attachments) throws TrainingFailedException, InterruptedException;
}
