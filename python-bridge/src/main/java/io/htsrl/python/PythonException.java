package io.htsrl.python;

/**
 * An exception in Python, with Python's traceback as its message. It has no Java stack trace, since the place where the
 * JVM waited says nothing.
 */
public final class PythonException extends RuntimeException {

    PythonException(String message) {
        super(message, null, false, false);
    }

    /** Returns only the message, since callers embed it in a sentence. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // callers need the message without the class name
    public String toString() {
        return getMessage();
    }
}
