package io.htsrl.core.schedule;

import java.util.Locale;

/** Wait method of threads in the buffers and at the barrier: latency against processor time. Never changes a bit. */
public enum WaitMode {
    /** Spins for some microseconds, then yields, then sleeps on a lock: the default. */
    PHASED,
    /** Sleeps on a lock at once: the least processor time, the longest wake-up. */
    BLOCKING,
    /** Spins, yields, then parks for short times. */
    SLEEPING,
    /** Spins and yields for ever: needs a core per thread. */
    YIELDING,
    /** Spins for ever: needs an isolated core per thread. */
    BUSY_SPIN;

    /** Returns whether a waiting thread never sleeps. */
    public boolean neverSleeps() {
        return this == YIELDING || this == BUSY_SPIN;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
