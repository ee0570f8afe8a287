package io.htsrl.trainer;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.evaluation.Evaluator;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.DataInput;
import java.io.DataOutput;

/** Runs a training with an evaluator beside it, where one is asked for. One thread. */
final class EvaluatedRun {
    /** The evaluator's part of a checkpoint. */
    private static final String PART = "evaluator";
    /** Listeners of a program keep what they heard themselves. */
    private static final Stateful NOTHING_WRITTEN = new Stateful() {
        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}
    };

    private final RunConfig config;
    private final EvaluationConfig evaluation;

    EvaluatedRun(RunConfig config, EvaluationConfig evaluation) {
        this.config = config;
        this.evaluation = evaluation;
    }

    /** Blocks until training and evaluations are over. */
    TrainingResult run(Attachments attachments) throws TrainingFailedException, InterruptedException {
        if (!evaluation.enabled()) {
            return new Trainer(config, attachments).run();
        }
        TrainingResult result = null;
        try (Evaluator evaluator =
                new Evaluator(config, evaluation, attachments.listener(), NOTHING_WRITTEN, attachments.control())) {
            evaluator.start();
            result = new Trainer(
                            config,
                            evaluator
                                    .attachTo(attachments)
                                    .with(attachments.checkpoints().with(PART, evaluator)))
                    .run();
            evaluator.finish(result);
            return result;
        } catch (RunFailedException e) { // its environments cannot be closed; else it were a worker's
            throw new TrainingFailedException("evaluator", e, result);
        }
    }
}
