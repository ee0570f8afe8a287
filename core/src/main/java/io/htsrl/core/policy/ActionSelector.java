package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How one replica chooses its actions from output rows: a head's {@link ActionHead#sample} or
 * {@link ActionHead#mode}, or exploration that the algorithm puts on top. One replica, one thread; most have no state,
 * and are pure functions. Allocates nothing per step.
 */
@FunctionalInterface
public interface ActionSelector extends Stateful {

    /**
     * Writes the action of one output row.
     *
     * @param outputs      holds the output row
     * @param outputOffset where it begins
     * @param draws        the stream of this environment's actions
     * @param step         the environment's step since the start of the run: the coordinate of its draws
     * @param actions      receives the action row
     * @param actionOffset where it begins
     */
    void select(float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset);

    /** The next action is the first of an episode. */
    default void beginEpisode() {}

    /** Writes nothing where there is no state. */
    @Override
    default void save(DataOutput out) throws IOException {}

    @Override
    default void restore(DataInput in) throws IOException {}

    /** The best action of each row, and no draw. */
    static ActionSelector greedy(ActionHead head) {
        return (outputs, at, draws, step, actions, to) -> head.mode(outputs, at, actions, to);
    }
}
