package io.htsrl.core.error;

/**
 * A run had to end, and the message says why in the user's terms. Shown without its own stack trace, which would tell
 * nothing; that of its cause is shown where there is one.
 */
public class RunFailedException extends RuntimeException {
    private final long interval;

    /**
     * @param interval in which it happened; -1 outside of intervals
     * @param cause    what is worth a stack trace, or null
     */
    public RunFailedException(String message, long interval, Throwable cause) {
        super(message, cause);
        this.interval = interval;
    }

    /** The interval in which it happened; -1 outside of intervals. */
    public final long interval() {
        return interval;
    }
}
