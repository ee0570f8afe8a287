package io.htsrl.core.environment;

import io.htsrl.core.error.RunFailedException;

/**
 * An environment broke its contract: it threw, or gave what is no number, or never came back. The message names the
 * replica, the place in the run, the episode's seed and the action, so that it can be played again.
 */
public final class EnvironmentFailedException extends RunFailedException {

    /**
     * @param interval in which it happened; -1 outside of intervals
     * @param cause    what the environment threw, where it hangs, or null
     */
    public EnvironmentFailedException(String message, long interval, Throwable cause) {
        super(message, interval, cause);
    }
}
