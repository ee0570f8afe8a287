package io.htsrl.core.schedule;

import io.htsrl.core.settings.BitEquivalent;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How rollout and learning are interleaved. What follows from a schedule is asked of it: nobody else needs to know
 * which one it is. Immutable, any thread.
 */
public enum Schedule implements BitEquivalent<Schedule> {
    /** Learning on the previous bank while the next one is filled; lag exactly 1. */
    HTS(1),
    /** Classic A2C/PPO: all environments in lockstep, rollout and learning alternate; lag 0. */
    SYNC(0),
    /** The {@link #HTS} schedule by one thread, one environment after another, batches of one: the oracle. */
    SERIAL(1),
    /**
     * No barrier, in the manner of GA3C and IMPALA: learning takes rollouts in the order of their arrival, actors take
     * the newest parameters; the lag is measured, and nothing is promised about bits.
     */
    ASYNC(-1);

    /** Negative where it is measured. */
    private final int lag;

    Schedule(int lag) {
        this.lag = lag;
    }

    /** The one of that name, as {@link #toString} gives it; none where there is no such schedule. */
    public static Optional<Schedule> named(String name) {
        return Stream.of(values())
                .filter(schedule -> schedule.toString().equals(name))
                .findFirst();
    }

    /**
     * Whether all threads meet between intervals, and banks and parameters change hands there alone. If not, rollouts
     * go through a queue.
     */
    public boolean barrier() {
        return this != ASYNC;
    }

    /** Returns whether all environments take each step together: a batch is all of them or nothing. */
    public boolean lockstep() {
        return this == SYNC;
    }

    /** Returns whether one thread does everything, environment after environment. */
    public boolean oneThread() {
        return this == SERIAL;
    }

    /** Returns whether a bank is learnt from while the next one is filled. */
    public boolean overlaps() {
        return lag > 0;
    }

    /**
     * The intervals between collecting a bank and updating with it.
     *
     * @throws IllegalStateException where there is no barrier, and the lag is measured
     */
    public int lag() {
        if (lag < 0) {
            throw new IllegalStateException("the lag of an asynchronous run is measured, rollout by rollout");
        }
        return lag;
    }

    /** Updates that follow the last interval: one where learning lags behind, for the last bank. */
    public int trailingUpdates() {
        return Math.max(0, lag);
    }

    /** Returns whether equal settings and seeds give equal bits. */
    public boolean deterministic() {
        return barrier();
    }

    /** Returns whether there are moments, between intervals, that a run can be gone on from. */
    public boolean checkpoints() {
        return barrier();
    }

    /** The schedule that gives this one's bits by one thread, or itself where there is none. */
    public Schedule oracle() {
        return this == HTS ? SERIAL : this;
    }

    /** The schedule that gives this one's bits by many threads: what an oracle is the oracle of, or itself. */
    public Schedule concurrent() {
        return this == SERIAL ? HTS : this;
    }

    /** Returns whether equal settings and seeds give equal bits under this schedule and {@code other}. */
    @Override
    public boolean hasBitsOf(Schedule other) {
        return deterministic() && oracle() == other.oracle();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
