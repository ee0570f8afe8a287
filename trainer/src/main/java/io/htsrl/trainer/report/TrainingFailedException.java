package io.htsrl.trainer.report;

import io.htsrl.core.error.RunFailedException;
import java.util.Optional;

/** Thrown when a worker failed. The message names its role, and the cause is the worker's exception. */
public final class TrainingFailedException extends Exception {
    private final String role;
    private final transient TrainingResult result;

    public TrainingFailedException(String role, Throwable cause) {
        this(role, cause, null);
    }

    /** @param result of a run that was complete at the failure, or null */
    public TrainingFailedException(String role, Throwable cause, TrainingResult result) {
        super(role + " failed: " + reason(cause), cause);
        this.role = role;
        this.result = result;
    }

    /** Returns the reason in words; a message for the user is shown without the name of its class. */
    private static String reason(Throwable cause) {
        return cause instanceof RunFailedException ? cause.getMessage() : String.valueOf(cause);
    }

    /** Returns the worker that failed first. */
    public String role() {
        return role;
    }

    /** Returns the run's result, if it was complete and only its end failed. */
    public Optional<TrainingResult> result() {
        return Optional.ofNullable(result);
    }
}
