package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;

/** A meeting point of threads: {@link SwapBarrier} is the contract; its tests may use other waits. */
@FunctionalInterface
public interface Barrier {

    /**
     * Arrives, and waits for the others.
     *
     * @param clock clock of the calling thread, which records the wait; the caller takes the lap
     * @return whether the calling thread was the last, which ran the barrier's action and has not waited
     */
    boolean await(RoleClock clock);
}
