package io.htsrl.core.environment;

/**
 * What an environment computed in is gone: its process ended, its machine went away. Thrown out of its calls by the
 * environment itself; no later call of that replica can succeed, but a new replica may. The message says what is known,
 * such as {@code its process ended with exit code 139 (SIGSEGV)}; where it happened is told by who called.
 */
public class EnvironmentDiedException extends RuntimeException {

    public EnvironmentDiedException(String message) {
        this(message, null);
    }

    /** @param cause what found it out, or null; there is no stack trace of its own, which would tell nothing */
    public EnvironmentDiedException(String message, Throwable cause) {
        super(message, cause, true, false);
    }
}
