package io.htsrl.trainer;

/**
 * Hears of a run's progress. Called by one thread at a time, off the executors' and actors' paths; a slow listener
 * slows the learner, never changes a bit. What it throws fails the run.
 */
public interface TrainingListener {

    /** An episode ended; called in (interval, step, environment) order, under {@code async} rollout
     * by rollout. */
    default void onEpisode(EpisodeRecord episode) {
    }

    /** An interval's bank is complete and digested; called in order of intervals, after its episodes. */
    default void onInterval(IntervalReport report) {
    }

    /** Nobody listens. */
    TrainingListener NONE = new TrainingListener() { };
}
