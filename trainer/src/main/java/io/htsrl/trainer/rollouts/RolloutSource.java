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

    /** Who computes the passes of the learner's network; asked once, before {@link #open}. */
    default LearnerLanes lanes() {
        return LearnerLanes.HERE;
    }

    /**
     * Gets ready to fill banks; called once, by the thread that wires the run, after its state was restored.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change something
     */
    Rollouts open(RolloutSite site);
}
