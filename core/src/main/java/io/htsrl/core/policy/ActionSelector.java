package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Chooses a replica's actions from output rows: with a head's {@link ActionHead#sample} or {@link ActionHead#mode}, or
 * with the algorithm's exploration on top. One replica, one thread; most have no state and are pure functions.
 * Allocates nothing per step.
 */
@FunctionalInterface
public interface ActionSelector extends Stateful {

    /**
     * Writes the action of one output row.
     *
     * @param outputs holds the output row
     * @param outputOffset where it begins
     * @param draws the stream of this environment's actions
     * @param step the environment's step since the start of the run: the coordinate of its draws
     * @param actions receives the action row
     * @param actionOffset offset of the action row
     */
    void select(float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset);

    /** Starts an episode: the next action is its first. */
    default void beginEpisode() {}

    /** Saves the state; writes nothing if none exists. */
    @Override
    default void save(DataOutput out) throws IOException {}

    @Override
    default void restore(DataInput in) throws IOException {}

    /** Returns a selector that takes the best action of each row and draws nothing. */
    static ActionSelector greedy(ActionHead head) {
        return (outputs, at, draws, step, actions, to) -> head.mode(outputs, at, actions, to);
    }
}
