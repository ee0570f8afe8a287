package io.htsrl.trainer.evaluation;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.StopCondition.Metric;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.util.Map;

/** Runs a training, with an evaluator if one is configured. One thread, one training. */
public final class EvaluatedTraining {
    /** Name of the evaluator's part of a checkpoint. */
    private static final String PART = "evaluator";
    /** Key of a checkpoint's metadata for the conditions of an early end. */
    private static final String CONDITIONS = "end-conditions";

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
    public TrainingResult run(Attachments given) throws TrainingFailedException, InterruptedException {
        Attachments attachments = endsEarly() ? restoringEnd(given) : given;
        if (!evaluation.enabled()) {
            return runner.run(config, attachments);
        }
        TrainingResult result = null;
        try (Evaluator evaluator =
                new Evaluator(config, evaluation, attachments.listener(), written, attachments.control())) {
            CheckpointPlan plan = attachments.checkpoints().with(PART, evaluator);
            evaluator.start();
            try {
                result = runner.run(config, evaluator.attachTo(attachments).with(plan));
            } catch (TrainingFailedException e) {
                if (e.result().isPresent()) { // complete but for its last checkpoint
                    evaluator.finish(e.result().get());
                }
                throw e;
            }
            evaluated = evaluator.finish(result);
            return result;
        } catch (RunFailedException e) { // its environments cannot be closed; otherwise a worker would throw it
            throw new TrainingFailedException("evaluator", e, result);
        }
    }

    private boolean endsEarly() {
        return evaluation.stopWhen().isPresent() || evaluation.patience() > 0;
    }

    /**
     * Returns the attachments of a run that may end early. If the run resumes from the checkpoint of its early end,
     * under the same conditions, it ends there again.
     */
    private Attachments restoringEnd(Attachments given) {
        String conditions = evaluation.stopWhen().map(String::valueOf).orElse("none") + ", patience "
                + evaluation.patience() + ", intervals " + config.intervals() + ", forked at " + config.forkedAt();
        CheckpointPlan plan = given.checkpoints();
        Map<String, String> before =
                plan.from() == null ? Map.of() : plan.from().metadata();
        if (before.containsKey(CheckpointPlan.END) && conditions.equals(before.get(CONDITIONS))) {
            given.control()
                    .restoreEnd(before.get(CheckpointPlan.END), plan.from().number(CheckpointFile.INTERVAL));
        }
        Attachments attachments = given.with(plan.with(CONDITIONS, conditions));
        return evaluation
                .endsAt(Metric.RETURN)
                .map(threshold -> attachments.with(endingAt(threshold, given.control())))
                .orElse(attachments);
    }

    /** Ends the run at an interval's report, which precedes the next swap: the same interval for any timing. */
    private static TrainingListener endingAt(double threshold, RunControl control) {
        return new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.episodes() >= StopCondition.EPISODES
                        && report.meanReturn100() >= threshold
                        && control.endReason() == null) {
                    control.requestEnd(StopCondition.reached("return", report.meanReturn100(), report.timesteps()));
                }
            }
        };
    }

    /** Returns whether every policy was evaluated; not so if the user did not wait. */
    public boolean evaluated() {
        return evaluated;
    }
}
