package io.htsrl.core.error;

/**
 * Reports that a run had to end; the message states the reason in the user's terms. Shown without its own stack trace,
 * which has no information; the stack trace of its cause is shown if one exists.
 */
public class RunFailedException extends RuntimeException {
    private final long interval;

    /**
     * @param interval in which it happened; -1 outside of intervals
     * @param cause exception whose stack trace is worth showing, or null
     */
    public RunFailedException(String message, long interval, Throwable cause) {
        super(message, cause);
        this.interval = interval;
    }

    /** Returns the interval in which it happened; -1 outside of intervals. */
    public final long interval() {
        return interval;
    }
}
