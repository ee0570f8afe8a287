package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Team;

/**
 * The replay memory of an off-policy learner: it stores steps in (step, environment) order, and draws batches of n-step
 * transitions.
 *
 * <p>Thread rule: {@link #append} and {@link #cut} by one thread at a time per environment; {@link #sample} and
 * {@link #updatePriorities} by any threads, each with a separate batch, also during appends; {@link #save},
 * {@link #restore} and {@link #copyLeaves} without concurrent calls. Without concurrency, as in {@code hts},
 * {@code sync} and {@code serial}, every result is a function of the calls and of the draws.
 */
public interface ReplayMemory extends Stateful {
    /** TD error for an appended step that gets the greatest priority so far (Schaul et al. 2016, Alg. 1, line 6). */
    double GREATEST_SO_FAR = -1;

    /** Makes memories: {@link ReplayMemory#of}, or a program's replacement. */
    @FunctionalInterface
    interface Maker {
        /** Makes a memory as {@link ReplayMemory#of} does. */
        ReplayMemory make(ReplayConfig config, int shards, Team team);
    }

    /**
     * Returns an empty memory.
     *
     * @param shards number of shards, 1 .. {@code environments}: no bit depends on it
     * @param team appends to several shards in parallel
     */
    static ReplayMemory of(ReplayConfig config, int shards, Team team) {
        return shards == 1 ? new PrioritizedReplay(config) : new ShardedReplay(config, shards, team);
    }

    /**
     * Stores one step of one environment. The transition that begins with it can be drawn as soon as its n steps are
     * complete or its episode has ended; it replaces the oldest step of that environment.
     *
     * @param environment 0 .. n-1
     * @param observation that was acted on: one frame, copied
     * @param actions holds the action row
     * @param actionOffset where the row begins
     * @param reward that the step gave
     * @param terminated whether it reached a terminal state: nothing is bootstrapped
     * @param truncated whether the episode was cut off: bootstrapped from {@code finalObservation}
     * @param finalObservation the episode's last frame when truncated and not terminated; otherwise ignored
     * @param tdError δ, as the actor's own output gives it (Ape-X), or {@link #GREATEST_SO_FAR}
     * @throws IllegalArgumentException for an error that is NaN or infinite, or a missing final observation
     */
    void append(
            int environment,
            ObservationSlot observation,
            float[] actions,
            int actionOffset,
            float reward,
            boolean terminated,
            boolean truncated,
            ObservationSlot finalObservation,
            double tdError);

    /**
     * Gives the recurrent state before an environment's next step, copied. A memory of sequences needs it before each
     * {@link #append}.
     *
     * @param states array that holds it
     */
    default void state(int environment, float[] states, int offset) {}

    /**
     * Records that a step of an environment was lost: its episode ends before that step, truncated, and the next
     * appended step begins another one. Has no effect without a step of the episode.
     *
     * @param observation that the lost step was to be taken from: one frame, copied
     */
    void cut(int environment, ObservationSlot observation);

    /** Completes the appends: a memory that holds steps back, to append them at once, appends them now. */
    default void complete() {}

    /** Returns a batch of {@code size} transitions for one thread. */
    ReplayBatch newBatch(int size);

    /**
     * Fills a batch with stratified draws; row {@code j} takes its bits from coordinates {@code (j, attempt)}.
     *
     * @param draws a stream that no other batch uses
     * @param beta β of the importance weights
     * @throws IllegalStateException when nothing can be drawn yet
     */
    void sample(ReplayBatch batch, RandomStream draws, double beta);

    /**
     * Gives the transitions of a batch new priorities, in the order of its rows: for a transition drawn twice the last
     * counts. Transitions overwritten since are skipped.
     *
     * @param tdErrors δ of each row
     * @throws IllegalArgumentException for an error that is NaN or infinite; then no priority has changed
     */
    void updatePriorities(ReplayBatch batch, float[] tdErrors);

    /**
     * Returns whether a draw affects later draws. If so, one thread draws the batches, in an order that does not depend
     * on threads.
     */
    default boolean drawsInTurn() {
        return false;
    }

    /** Returns the number of rows that can be drawn until something is appended. */
    default long rowsLeft() {
        return size() == 0 ? 0 : Long.MAX_VALUE;
    }

    /** Returns the number of transitions that can be drawn. */
    int size();

    /** Returns the number of them that have been in a batch whose priorities were updated. */
    int drawn();

    /** Returns the capacity in steps. */
    int capacity();

    /**
     * Returns some of the priorities above 0, for display: from evenly spaced places, at most {@code most}. Called by
     * the thread that appends, without concurrent updates.
     */
    double[] somePriorities(int most);

    /** Returns the number of priorities that {@link #copyLeaves} copies. */
    int leaves();

    /** Copies the fixed-point priorities for the digest chain: with the draws, they determine every batch. */
    void copyLeaves(long[] to);
}
