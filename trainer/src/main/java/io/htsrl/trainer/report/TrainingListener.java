package io.htsrl.trainer.report;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Hears of a run's progress, off the executors' and actors' paths: of episodes and intervals on the learner's thread, of
 * evaluations on the evaluator's, which may call meanwhile. A slow listener slows the learner, never changes a bit. What
 * it throws fails the run.
 */
public interface TrainingListener {

    /** The environment was checked, and the run goes on; called once, before all others, by the thread that runs the run. */
    default void onEnvironmentCheck(EnvironmentReport report) {}

    /** The self-check is done and the run goes on; called once, before the run begins, by the thread that runs the run. */
    default void onSelfCheck(SelfCheckReport report) {}

    /** The run begins, or goes on; called once, before its first episode, by the thread that runs the run. */
    default void onStart(RunMetrics metrics) {}

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

    /**
     * Something that a person should know, and that ends nothing; called inside a swap, on the thread that runs it, while
     * the evaluator may call.
     */
    default void onWarning(String message) {}

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

    /** Calls {@code first}, then {@code second}. */
    static TrainingListener both(TrainingListener first, TrainingListener second) {
        return (TrainingListener) Proxy.newProxyInstance(
                TrainingListener.class.getClassLoader(),
                new Class<?>[] {TrainingListener.class},
                (proxy, event, report) -> {
                    if (event.getDeclaringClass() != TrainingListener.class) {
                        return event.invoke(first, report); // of Object
                    }
                    try {
                        event.invoke(first, report);
                        return event.invoke(second, report);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Nobody listens. */
    TrainingListener NONE = new TrainingListener() {};

    /**
     * An environment died, was made again, and its episode was cut short: {@code --restart-environments}.
     *
     * @param environment the replica
     * @param interval    in which it died
     * @param message     which, where, and what is known of its death
     */
    record RestartRecord(int environment, long interval, String message) {}

    /**
     * What serves a run has changed, under {@code --adapt}. Immutable.
     *
     * @param interval the first with it
     * @param seconds  since this process's part of the run began
     * @param from     what served before, in words
     * @param to       what serves from here on
     */
    record AdaptationRecord(long interval, double seconds, String from, String to) {}

    /**
     * {@code --adapt-batch} has changed the size of the learner's batches. Immutable.
     *
     * @param interval whose steps are learnt from by the new ones first
     * @param seconds  since the run began, or went on
     * @param from     transitions of a batch before
     * @param to       transitions of a batch from there on
     */
    record BatchChange(long interval, double seconds, int from, int to) {}
}
