package io.htsrl.trainer.report;

/**
 * Hears of a run's progress, off the executors' and actors' paths: of episodes and intervals on the learner's thread, of
 * evaluations on the evaluator's, which may call meanwhile. A slow listener slows the learner, never changes a bit. What
 * it throws fails the run.
 */
public interface TrainingListener {

    /** The self-check is done and the run goes on; called once, before all others, by the thread that runs the run. */
    default void onSelfCheck(SelfCheckReport report) {}

    /** The run begins, or goes on; called once, before its first episode, by the thread that runs the run. */
    default void onStart(RunFigures figures) {}

    /** An episode ended; called in (interval, step, environment) order, under {@code async} rollout
     * by rollout. */
    default void onEpisode(EpisodeRecord episode) {}

    /** An interval's bank is complete and digested; called in order of intervals, after its episodes. */
    default void onInterval(IntervalReport report) {}

    /** A policy was evaluated; called in order of intervals, on the evaluator's thread. */
    default void onEvaluation(EvaluationRecord evaluation) {}

    /**
     * An environment died and was made again; called on an executor's thread, while others may call. The run's bits are
     * no function of its settings any more.
     */
    default void onRestart(RestartRecord restart) {}

    /**
     * Threads, batches or waits have been adapted; called inside a swap, on the thread that runs it, while the evaluator
     * may call.
     */
    default void onAdaptation(AdaptationRecord adaptation) {}

    /** The learner's batches are larger or smaller from now on; called on the learner's thread, while others may call. */
    default void onBatchChange(BatchChange change) {}

    /**
     * The policy that was just evaluated has the greatest mean return so far, the first of equals; called on the
     * evaluator's thread after {@link #onEvaluation}. A resumed run calls it for the best of before, too.
     *
     * @param version    k of φ_k, which that policy has: two policies may have been evaluated after as many intervals
     * @param parameters of that policy, tensor after tensor; not to be written
     */
    default void onBestPolicy(EvaluationRecord evaluation, long version, float[] parameters) {}

    /** Tells each event to {@code first}, then to {@code second}. */
    static TrainingListener both(TrainingListener first, TrainingListener second) {
        return new TrainingListener() {
            @Override
            public void onSelfCheck(SelfCheckReport report) {
                first.onSelfCheck(report);
                second.onSelfCheck(report);
            }

            @Override
            public void onStart(RunFigures figures) {
                first.onStart(figures);
                second.onStart(figures);
            }

            @Override
            public void onEpisode(EpisodeRecord episode) {
                first.onEpisode(episode);
                second.onEpisode(episode);
            }

            @Override
            public void onInterval(IntervalReport report) {
                first.onInterval(report);
                second.onInterval(report);
            }

            @Override
            public void onEvaluation(EvaluationRecord evaluation) {
                first.onEvaluation(evaluation);
                second.onEvaluation(evaluation);
            }

            @Override
            public void onRestart(RestartRecord restart) {
                first.onRestart(restart);
                second.onRestart(restart);
            }

            @Override
            public void onAdaptation(AdaptationRecord adaptation) {
                first.onAdaptation(adaptation);
                second.onAdaptation(adaptation);
            }

            @Override
            public void onBatchChange(BatchChange change) {
                first.onBatchChange(change);
                second.onBatchChange(change);
            }

            @Override
            public void onBestPolicy(EvaluationRecord evaluation, long version, float[] parameters) {
                first.onBestPolicy(evaluation, version, parameters);
                second.onBestPolicy(evaluation, version, parameters);
            }
        };
    }

    /** Nobody listens. */
    TrainingListener NONE = new TrainingListener() {};
}
