package io.htsrl.core;

import java.util.Locale;

/** How rollout and learning are interleaved. */
public enum Schedule {
    /** Learning on the previous bank while the next one is filled; lag exactly 1. */
    HTS,
    /** Classic A2C/PPO: all environments in lockstep, rollout and learning alternate; lag 0. */
    SYNC,
    /** The {@link #HTS} schedule by one thread, one environment after another, batches of one: the oracle. */
    SERIAL,
    /**
     * No barrier, in the manner of GA3C and IMPALA: learning takes rollouts in the order of their arrival, actors take
     * the newest parameters; the lag is measured, and nothing is promised about bits.
     */
    ASYNC;

    /**
     * The intervals between collecting a bank and updating with it.
     *
     * @throws IllegalStateException under {@link #ASYNC}, whose lag is measured
     */
    public int lag() {
        if (this == ASYNC) {
            throw new IllegalStateException("the lag of an asynchronous run is measured, rollout by rollout");
        }
        return this == SYNC ? 0 : 1;
    }

    /** Updates that follow the last interval: one where learning lags behind, for the last bank. */
    public int trailingUpdates() {
        return this == HTS || this == SERIAL ? 1 : 0;
    }

    /** Whether equal settings and seeds give equal bits. */
    public boolean deterministic() {
        return this != ASYNC;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
