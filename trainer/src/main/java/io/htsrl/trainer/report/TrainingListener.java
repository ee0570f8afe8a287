package io.htsrl.trainer.report;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Receives a run's progress, off the executors' and actors' paths. The learner's thread reports episodes and intervals;
 * the evaluator's thread reports evaluations and may call meanwhile. A slow listener slows the learner, but changes no
 * bit. An exception fails the run.
 */
public interface TrainingListener {

    /** Called once after the check of the environment, before all other methods, by the thread that runs the run. */
    default void onEnvironmentCheck(EnvironmentReport report) {}

    /** Called once after the self-check, before the run begins, by the thread that runs the run. */
    default void onSelfCheck(SelfCheckReport report) {}

    /** Called once when the run begins or resumes, before its first episode, by the thread that runs the run. */
    default void onStart(RunMetrics metrics) {}

    /**
     * Called when an episode has ended, in (interval, step, environment) order, under {@code async} rollout by rollout.
     */
    default void onEpisode(EpisodeRecord episode) {}

    /** Called when an interval's bank is complete and digested, in order of intervals, after its episodes. */
    default void onInterval(IntervalReport report) {}

    /** Called when a policy was evaluated, in order of intervals, on the evaluator's thread. */
    default void onEvaluation(EvaluationRecord evaluation) {}

    /**
     * Called when an environment died and was recreated, on an executor's thread, while other threads may call. The
     * run's bits are no function of its settings any more.
     */
    default void onRestart(RestartRecord restart) {}

    /**
     * Called when threads, batches or waits were adapted, inside a swap, on the thread that runs it, while the
     * evaluator may call.
     */
    default void onAdaptation(AdaptationRecord adaptation) {}

    /**
     * Called with a warning that ends nothing, inside a swap, on the thread that runs it, while the evaluator may call.
     */
    default void onWarning(String message) {}

    /** Called when the size of the learner's batches changes, on the learner's thread, while other threads may call. */
    default void onBatchChange(BatchChange change) {}

    /**
     * Called when the policy just evaluated has the greatest mean return so far, the first of equals; on the
     * evaluator's thread after {@link #onEvaluation}. A resumed run also calls it for the best policy of the earlier
     * run.
     *
     * @param version k of that policy's φ_k: two policies may be evaluated after the same number of intervals
     * @param parameters of that policy, tensor after tensor; must not be written
     */
    default void onBestPolicy(EvaluationRecord evaluation, long version, float[] parameters) {}

    /** Returns a listener that calls {@code first}, then {@code second}. */
    static TrainingListener both(TrainingListener first, TrainingListener second) {
        if (first == NONE || second == NONE) {
            return first == NONE ? second : first;
        }
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

    /** A listener that does nothing. */
    TrainingListener NONE = new TrainingListener() {};

    /**
     * The restart of an environment that died; its episode was cut short: {@code --restart-environments}.
     *
     * @param environment the replica
     * @param interval in which it died
     * @param message the environment, the place and the known cause
     */
    record RestartRecord(int environment, long interval, String message) {}

    /**
     * A change of the threads that serve a run, under {@code --adapt}. Immutable.
     *
     * @param interval the first interval with the change
     * @param seconds since this process's part of the run began
     * @param from earlier settings, in words
     * @param to settings from here on
     */
    record AdaptationRecord(long interval, double seconds, String from, String to) {}

    /**
     * A change of the learner's batch size under {@code --adapt-batch}. Immutable.
     *
     * @param interval first interval whose steps are learnt from in the new size
     * @param seconds since the run began or resumed
     * @param from transitions of a batch before
     * @param to transitions of a batch from there on
     */
    record BatchChange(long interval, double seconds, int from, int to) {}
}
