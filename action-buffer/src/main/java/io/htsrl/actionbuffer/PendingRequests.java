package io.htsrl.actionbuffer;

import io.htsrl.core.environment.Wakeup;

/** What else an executor waits for while it waits for output rows: answers of environments elsewhere. Its one thread. */
public interface PendingRequests {

    /** Returns whether one of them can be completed now; a plain look. */
    boolean ready();

    /**
     * Asks that {@code wakeup} be called when one of them can be completed.
     *
     * @return {@link #ready}, looked at afterwards: true means do not sleep
     */
    boolean wakeWhenReady(Wakeup wakeup);
}
