package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * What the first part of an output row says about actions, and what an action row is: nobody else knows. Who explores
 * beyond {@link #sample} stands on a head: see {@link ActionSelector}. Immutable, any thread; pure functions that
 * allocate nothing.
 *
 * <p>Banks, replay memories and digests hold action rows as the head draws them; an environment gets what
 * {@link #toEnvironment} makes of them.
 */
public interface ActionHead {

    /** What files and people know it by, such as {@code categorical}. */
    String name();

    /** Floats at the front of an output row that are this head's. */
    int outputs();

    /**
     * How many of these, the last ones, no state decides: parameters of the network's own, which every row holds.
     */
    default int freeOutputs() {
        return 0;
    }

    /** What each free output begins with. */
    default float firstFreeOutput() {
        return 0;
    }

    /** Floats in one action row. */
    int actionWidth();

    /**
     * Writes an action drawn from what an output row says.
     *
     * @param outputs      holds the output row
     * @param outputOffset where it begins
     * @param draws        the stream of this environment's actions
     * @param step         the environment's step since the start of the run: the first coordinate of its draws, the
     *                     dimension is the second
     * @param actions      receives the action row
     * @param actionOffset where it begins
     * @throws io.htsrl.core.error.DivergedException when an output is not finite
     */
    void sample(float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset);

    /**
     * Writes the action that an output row thinks the best: the most probable one where it gives a distribution.
     *
     * @throws io.htsrl.core.error.DivergedException when an output is NaN
     */
    void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset);

    /** Whether an environment gets another row than the one drawn. Where it does not, nothing is copied. */
    default boolean converts() {
        return false;
    }

    /** Writes the row that an environment gets for an action. */
    default void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        System.arraycopy(actions, actionOffset, converted, convertedOffset, actionWidth());
    }
}
