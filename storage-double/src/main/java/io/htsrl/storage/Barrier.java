package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;

/** Where threads meet: {@link SwapBarrier} is the contract; its tests may put other waits in its place. */
@FunctionalInterface
public interface Barrier {

    /**
     * Arrives, and waits for the others.
     *
     * @param clock of the calling thread, told of the wait; whose lap is the caller's to take
     * @return whether the calling thread was the last, which ran the barrier's action and has not waited
     */
    boolean await(RoleClock clock);
}
