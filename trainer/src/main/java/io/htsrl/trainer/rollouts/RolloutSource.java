package io.htsrl.trainer.rollouts;

import io.htsrl.learners.LearnerLanes;

/** The source of a run's rollouts. Immutable. */
@FunctionalInterface
public interface RolloutSource {
    /** The executors of this process. */
    RolloutSource HERE = site -> {
        throw new IllegalStateException("rollouts are collected here");
    };

    /** Returns whether an engine outside of this process collects them. */
    default boolean elsewhere() {
        return this != HERE;
    }

    /** Returns the lanes that compute the passes of the learner's network; called once. */
    default LearnerLanes lanes() {
        return LearnerLanes.HERE;
    }

    /**
     * Prepares to fill banks. Called once, by the thread that wires the run, before the learner exists. The site's
     * states are restored before the first bank is filled.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change something
     */
    Rollouts open(RolloutSite site);
}
