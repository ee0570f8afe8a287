package io.htsrl.core.environment;

import io.htsrl.core.error.RunFailedException;

/**
 * Reports that an environment broke its contract: it threw, returned NaN or an infinite number, or did not return. The
 * message names the replica, the place in the run, the episode's seed and the action, so that the episode can be
 * repeated.
 */
public final class EnvironmentFailedException extends RunFailedException {

    /**
     * @param interval in which it happened; -1 outside of intervals
     * @param cause exception that the environment threw, the stack where it hangs, or null
     */
    public EnvironmentFailedException(String message, long interval, Throwable cause) {
        super(message, interval, cause);
    }
}
