package io.htsrl.core;

import java.util.Locale;

/** How rollout and learning are interleaved. */
public enum Schedule {
    /** Learning on the previous bank while the next one is filled; lag exactly 1. */
    HTS,
    /** Classic A2C/PPO: all environments in lockstep, rollout and learning alternate; lag 0. */
    SYNC,
    /** The {@link #HTS} schedule by one thread, one environment after another, batches of one: the oracle. */
    SERIAL;

    /** The intervals between collecting a bank and updating with it. */
    public int lag() {
        return this == SYNC ? 0 : 1;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
