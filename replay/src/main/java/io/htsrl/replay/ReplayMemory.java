package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Team;
import io.htsrl.replay.wire.ShardChannel;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The replay memory of an off-policy learner: steps are appended as they come out of a bank, in (step, environment) order,
 * and batches of n-step transitions are drawn.
 *
 * <p>Thread rule: {@link #append} and {@link #cut} by one thread at a time for each environment; {@link #sample} and
 * {@link #updatePriorities} by any number of threads, each with a batch of its own, also while another appends; {@link #save}, {@link #restore} and
 * {@link #copyLeaves} while nobody does anything else. Where appends, draws and updates follow one another, as in the
 * {@code hts}, {@code sync} and {@code serial} schedules, every result is a function of the calls and of the draws.
 */
public interface ReplayMemory extends Stateful {
    /** As an appended step's TD error: give it the greatest priority so far (Schaul et al. 2016, Alg. 1, line 6). */
    double GREATEST_SO_FAR = -1;

    /** Makes memories: {@link ReplayMemory#of}, or that of a program that exchanges them. */
    @FunctionalInterface
    interface Maker {
        /** As {@link ReplayMemory#of}. */
        ReplayMemory make(ReplayConfig config, int shards, Team team);
    }

    /**
     * An empty memory.
     *
     * @param shards that it lies in, 1 .. {@code environments}: no bit depends on it
     * @param team   that appends to several side by side
     */
    static ReplayMemory of(ReplayConfig config, int shards, Team team) {
        return shards == 1 ? new PrioritizedReplay(config) : of(config, shards, team, shard -> Optional.empty());
    }

    /**
     * The same with shards in other processes, each of which a {@link ShardServer} serves.
     *
     * @param channels the way to each shard; nothing where it is to be in this process
     */
    static ReplayMemory of(ReplayConfig config, int shards, Team team, IntFunction<Optional<ShardChannel>> channels) {
        return new ShardedReplay(config, shards, team, channels);
    }

    /**
     * Stores one step of one environment. The transition that begins with it can be drawn as soon as its n steps are
     * complete or its episode has ended; the oldest step of that environment makes room.
     *
     * @param environment      0 .. n-1
     * @param observation      that was acted on: one frame, copied
     * @param actions          holds the action row
     * @param actionOffset     where the row begins
     * @param reward           that the step gave
     * @param terminated       whether it reached a terminal state: nothing is bootstrapped
     * @param truncated        whether the episode was cut off: bootstrapped from {@code finalObservation}
     * @param finalObservation the episode's last frame when truncated and not terminated; otherwise not looked at
     * @param tdError          δ, as the actor's own output gives it (Ape-X), or {@link #GREATEST_SO_FAR}
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
     * A step of an environment was lost: its episode ends before that step, truncated, and the next step that is appended
     * begins another one. Without a step of the episode nothing happens.
     *
     * @param observation that the lost step was to be taken from: one frame, copied
     */
    void cut(int environment, ObservationSlot observation);

    /** All steps so far are to be drawn from: what a memory holds back to append it at once, it appends now. */
    default void complete() {}

    /** Room for one thread's batches of {@code size} transitions. */
    ReplayBatch newBatch(int size);

    /**
     * Fills a batch with stratified draws; row {@code j} takes its bits from coordinates {@code (j, attempt)}.
     *
     * @param draws a stream that no other batch uses
     * @param beta  β of the importance weights
     * @throws IllegalStateException when nothing can be drawn yet
     */
    void sample(ReplayBatch batch, RandomStream draws, double beta);

    /**
     * Gives the transitions of a batch new priorities, in the order of its rows: of a transition drawn twice the last
     * counts. Transitions overwritten since are passed over.
     *
     * @param tdErrors δ of each row
     * @throws IllegalArgumentException for an error that is NaN or infinite; then no priority has changed
     */
    void updatePriorities(ReplayBatch batch, float[] tdErrors);

    /**
     * Whether what is drawn decides what can be drawn next: then batches are drawn by one thread, in an order that does
     * not depend on threads.
     */
    default boolean drawsInTurn() {
        return false;
    }

    /** Rows that can be drawn until something is appended. */
    default long rowsLeft() {
        return size() == 0 ? 0 : Long.MAX_VALUE;
    }

    /** Transitions that can be drawn. */
    int size();

    /** Those of them that have been in a batch whose priorities were updated. */
    int drawn();

    /** Steps that fit. */
    int capacity();

    /**
     * Some of the priorities above 0, for people to look at: of places evenly spread, {@code most} of them at the most.
     * By who appends, while nobody updates.
     */
    double[] somePriorities(int most);

    /** How many priorities {@link #copyLeaves} copies. */
    int leaves();

    /** Copies the fixed-point priorities, from which, with the draws, every batch follows: for the digest chain. */
    void copyLeaves(long[] to);
}
