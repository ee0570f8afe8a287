package io.htsrl.python;

import io.htsrl.core.environment.EnvironmentDiedException;

/** Thrown when a worker process has ended; the message explains its end. */
public final class WorkerDiedException extends EnvironmentDiedException {

    WorkerDiedException(String message) {
        super(message);
    }

    /** Returns only the message, since callers embed it in a sentence. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // callers need the message without the class name
    public String toString() {
        return getMessage();
    }
}
