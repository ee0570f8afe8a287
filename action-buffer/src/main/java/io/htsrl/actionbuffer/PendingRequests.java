package io.htsrl.actionbuffer;

import io.htsrl.core.environment.Wakeup;

/**
 * Requests to remote environments that an executor awaits while it waits for output rows. One thread, its executor's.
 */
public interface PendingRequests {

    /** Returns whether a request can be completed now; without locks or system calls. */
    boolean ready();

    /**
     * Registers {@code wakeup} to be called when a request can be completed.
     *
     * @return {@link #ready}, read after the registration: if true, do not sleep
     */
    boolean wakeWhenReady(Wakeup wakeup);
}
