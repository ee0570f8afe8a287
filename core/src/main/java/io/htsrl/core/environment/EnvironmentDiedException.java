package io.htsrl.core.environment;

/**
 * Reports that the process or machine that computes an environment is gone. The environment itself throws it out of its
 * calls; later calls of that replica fail, but a new replica may work. The message states the cause, such as {@code its
 * process ended with exit code 139 (SIGSEGV)}; the caller adds the place.
 */
public class EnvironmentDiedException extends RuntimeException {

    public EnvironmentDiedException(String message) {
        this(message, null);
    }

    /**
     * @param cause exception that showed the failure, or null; no stack trace is recorded here, since it has no
     *     information
     */
    public EnvironmentDiedException(String message, Throwable cause) {
        super(message, cause, true, false);
    }
}
