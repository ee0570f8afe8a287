package io.htsrl.core.schedule;

import io.htsrl.core.settings.BitEquivalent;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The interleaving of rollout and learning. Its methods answer what follows from a schedule, so no other class compares
 * schedules. Immutable, any thread.
 */
public enum Schedule implements BitEquivalent<Schedule> {
    /** Learning on the previous bank while the next one is filled; lag exactly 1. */
    HTS(1),
    /** Classic A2C/PPO: all environments in lockstep, rollout and learning alternate; lag 0. */
    SYNC(0),
    /** The {@link #HTS} schedule on one thread, environments one after another, batches of one: the oracle. */
    SERIAL(1),
    /**
     * No barrier, like GA3C and IMPALA: the learner takes rollouts in the order of their arrival, actors take the
     * newest parameters. The lag is measured, and bits are not reproducible.
     */
    ASYNC(-1),
    /**
     * A3C: each worker thread learns from its own rollouts, and applies its gradients to parameters that all share,
     * without locks. The lag is measured, and bits are not reproducible.
     */
    A3C(-1);

    /** Lag in intervals; negative if it is measured. */
    private final int lag;

    Schedule(int lag) {
        this.lag = lag;
    }

    /** Returns the schedule of that name, as {@link #toString} writes it; empty if none exists. */
    public static Optional<Schedule> named(String name) {
        return Stream.of(values())
                .filter(schedule -> schedule.toString().equals(name))
                .findFirst();
    }

    /**
     * Returns whether all threads meet between intervals, and only then exchange banks and parameters. If not, rollouts
     * pass through a queue, or each thread learns from its own.
     */
    public boolean barrier() {
        return lag >= 0;
    }

    /** Returns whether rollouts pass through a queue to one learner, which takes them in the order of their arrival. */
    public boolean queues() {
        return this == ASYNC;
    }

    /** Returns whether each thread learns from its own rollouts and updates parameters that all threads share. */
    public boolean sharesParameters() {
        return this == A3C;
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
     * Returns the intervals between collecting a bank and updating with it.
     *
     * @throws IllegalStateException where it has no barrier, and the lag is measured
     */
    public int lag() {
        if (lag < 0) {
            throw new IllegalStateException("the lag of an asynchronous run is measured, rollout by rollout");
        }
        return lag;
    }

    /** Returns the updates that follow the last interval: one if learning lags behind, for the last bank. */
    public int trailingUpdates() {
        return Math.max(0, lag);
    }

    /** Returns whether equal settings and seeds give equal bits. */
    public boolean deterministic() {
        return barrier();
    }

    /** Returns whether the run has points between intervals from which it can resume. */
    public boolean checkpoints() {
        return barrier();
    }

    /** Returns the one-thread schedule that yields the same bits, or this schedule if none exists. */
    public Schedule oracle() {
        return this == HTS ? SERIAL : this;
    }

    /** Returns the many-thread schedule that yields the same bits as this oracle, or this schedule itself. */
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
