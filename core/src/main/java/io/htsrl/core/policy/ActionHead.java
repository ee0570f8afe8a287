package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import java.util.Optional;

/**
 * Defines the first part of an output row and the action row; no other class interprets them. Exploration beyond
 * {@link #sample} is built on a head: see {@link ActionSelector}. Immutable, any thread; pure functions that allocate
 * nothing.
 *
 * <p>Banks, replay buffers and digests hold action rows as the head draws them; an environment gets the row that
 * {@link #toEnvironment} writes.
 */
public interface ActionHead {

    /** Returns the name in files and messages, such as {@code categorical}. */
    String name();

    /** Returns the number of floats at the front of an output row that belong to this head. */
    int outputs();

    /** Returns the number of outputs that a mask forbids with one action. */
    default int actionOutputs() {
        return 1;
    }

    /**
     * Returns this head as a run uses it: behind a network whose policy head reads {@code units} units, in rollouts of
     * {@code steps} steps of a replica. A head that depends on neither returns itself.
     *
     * @param units 0 where the network shows none
     */
    default ActionHead behind(int units, int steps) {
        return this;
    }

    /** Returns the number of outputs before the free ones that repeat the units that the policy head reads. */
    default int repeatedOutputs() {
        return 0;
    }

    /**
     * Returns the number of state-independent outputs, the last ones: parameters of the network that every row repeats.
     */
    default int freeOutputs() {
        return 0;
    }

    /** Returns the initial value of each free output. */
    default float firstFreeOutput() {
        return 0;
    }

    /** Returns the number of floats in one action row. */
    int actionWidth();

    /**
     * Writes an action drawn from the distribution of an output row.
     *
     * @param outputs holds the output row
     * @param outputOffset offset of the output row
     * @param draws the stream of this environment's actions
     * @param step the environment's step since the start of the run: the first coordinate of its draws, the dimension
     *     is the second
     * @param actions receives the action row
     * @param actionOffset offset of the action row
     * @throws io.htsrl.core.error.DivergedException when an output is not finite
     */
    void sample(float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset);

    /** Returns a faster {@link #sample} of up to {@code rows} rows, for one thread; empty if none exists. */
    default Optional<RowSampler> newSampler(int rows) {
        return Optional.empty();
    }

    /**
     * Writes the best action of an output row: the most probable one if the row defines a distribution.
     *
     * @throws io.htsrl.core.error.DivergedException when an output is NaN
     */
    void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset);

    /** Returns whether an environment gets another row than the one drawn. If not, nothing is copied. */
    default boolean converts() {
        return false;
    }

    /** Writes the row for the environment that belongs to an action. */
    default void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        System.arraycopy(actions, actionOffset, converted, convertedOffset, actionWidth());
    }

    /** Writes the action that belongs to a row of the environment: the inverse of {@link #toEnvironment}. */
    default void fromEnvironment(float[] converted, int convertedOffset, float[] actions, int actionOffset) {
        System.arraycopy(converted, convertedOffset, actions, actionOffset, actionWidth());
    }
}
