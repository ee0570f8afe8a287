package io.htsrl.python;

import io.htsrl.core.environment.EnvironmentDiedException;

/** A worker process has ended, with what is known of its end. */
public final class WorkerDiedException extends EnvironmentDiedException {

    WorkerDiedException(String message) {
        super(message);
    }

    /** The message alone: whoever tells of it has a sentence around it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is as it should be; the class's name is not wanted
    public String toString() {
        return getMessage();
    }
}
