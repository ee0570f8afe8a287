package io.htsrl.trainer;

/** A worker failed; the message names its role, the cause is what it threw. */
public final class TrainingFailedException extends Exception {
    private final String role;

    public TrainingFailedException(String role, Throwable cause) {
        super(role + " failed: " + cause, cause);
        this.role = role;
    }

    /** The worker that failed first. */
    public String role() {
        return role;
    }
}
