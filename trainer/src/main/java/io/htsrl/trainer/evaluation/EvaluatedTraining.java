package io.htsrl.trainer.evaluation;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;

/** Runs a training, with an evaluator if one is configured. One thread, one training. */
public final class EvaluatedTraining {
    /** Name of the evaluator's part of a checkpoint. */
    private static final String PART = "evaluator";

    private final RunConfig config;
    private final EvaluationConfig evaluation;
    private final TrainingRunner runner;
    private final Stateful written;
    private boolean evaluated = true;

    /** @param written the output of the attachments' listener for evaluations */
    public EvaluatedTraining(RunConfig config, EvaluationConfig evaluation, TrainingRunner runner, Stateful written) {
        this.config = config;
        this.evaluation = evaluation;
        this.runner = runner;
        this.written = written;
    }

    /**
     * Blocks until training and evaluations are over.
     *
     * @throws TrainingFailedException when a worker failed, the evaluator included
     */
    public TrainingResult run(Attachments attachments) throws TrainingFailedException, InterruptedException {
        if (!evaluation.enabled()) {
            return runner.run(config, attachments);
        }
        TrainingResult result = null;
        try (Evaluator evaluator =
                new Evaluator(config, evaluation, attachments.listener(), written, attachments.control())) {
            CheckpointPlan plan = attachments.checkpoints().with(PART, evaluator);
            evaluator.start();
            result = runner.run(config, evaluator.attachTo(attachments).with(plan));
            evaluated = evaluator.finish(result);
            return result;
        } catch (RunFailedException e) { // its environments cannot be closed; otherwise a worker would throw it
            throw new TrainingFailedException("evaluator", e, result);
        }
    }

    /** Returns whether every policy was evaluated; not so if the user did not wait. */
    public boolean evaluated() {
        return evaluated;
    }
}
