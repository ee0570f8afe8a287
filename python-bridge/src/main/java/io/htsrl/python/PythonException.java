package io.htsrl.python;

/**
 * What went wrong in Python, with Python's own traceback for a message. Has no stack of its own: where the JVM waited
 * for it says nothing.
 */
public final class PythonException extends RuntimeException {

    PythonException(String message) {
        super(message, null, false, false);
    }

    /** The message alone: whoever tells of it has a sentence around it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is as it should be; the class's name is not wanted
    public String toString() {
        return getMessage();
    }
}
