package io.htsrl.trainer.rollouts;

import io.htsrl.learners.LearnerLanes;

/** Where the rollouts of a run come from. Immutable. */
@FunctionalInterface
public interface RolloutSource {
    /** The executors of this process. */
    RolloutSource HERE = site -> {
        throw new IllegalStateException("rollouts are collected here");
    };

    /** Whether somebody else collects them. */
    default boolean elsewhere() {
        return this != HERE;
    }

    /** Who computes the passes of the learner's network; asked once. */
    default LearnerLanes lanes() {
        return LearnerLanes.HERE;
    }

    /** Whether the replay memory's steps lie elsewhere too, and take no room in this process. */
    default boolean remembersElsewhere() {
        return false;
    }

    /**
     * Gets ready to fill banks; called once, by the thread that wires the run, before there is a learner. The site's
     * states are restored before the first bank is to be filled.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change something
     */
    Rollouts open(RolloutSite site);
}
