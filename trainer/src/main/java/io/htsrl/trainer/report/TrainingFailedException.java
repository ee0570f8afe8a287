package io.htsrl.trainer.report;

import io.htsrl.core.error.RunFailedException;
import java.util.Optional;

/** A worker failed; the message names its role, the cause is what it threw. */
public final class TrainingFailedException extends Exception {
    private final String role;
    private final transient TrainingResult result;

    public TrainingFailedException(String role, Throwable cause) {
        this(role, cause, null);
    }

    /** @param result of a run that was complete when this happened, or null */
    public TrainingFailedException(String role, Throwable cause, TrainingResult result) {
        super(role + " failed: " + reason(cause), cause);
        this.role = role;
        this.result = result;
    }

    /** What is meant for the user speaks for itself, without the name of its class. */
    private static String reason(Throwable cause) {
        return cause instanceof RunFailedException ? cause.getMessage() : String.valueOf(cause);
    }

    /** The worker that failed first. */
    public String role() {
        return role;
    }

    /** What the run gave, where it was complete and only its end failed. */
    public Optional<TrainingResult> result() {
        return Optional.ofNullable(result);
    }
}
