package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * Turns a policy output row into an action, with a draw that the executor makes. A pure function; any thread. With
 * {@link Policy}, the only place that knows what an action is.
 */
public interface ActionSelector {

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
}
