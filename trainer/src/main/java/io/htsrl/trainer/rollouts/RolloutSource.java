package io.htsrl.trainer.rollouts;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.storage.BankShape;
import io.htsrl.trainer.selfplay.OpponentPool;

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

    /**
     * The parts of a run that an engine uses. Immutable but for the states and the opponents.
     *
     * @param shape of its banks
     * @param states states in which its replicas begin the next interval
     * @param opponents past policies that play other seats, written between intervals; null without self-play
     * @param control ends the run and every wait
     * @param timeline records activities, with a row for each machine
     */
    record RolloutSite(
            BankShape shape, StartStates states, OpponentPool opponents, RunControl control, Timeline timeline) {}
}
