package io.htsrl.python;

/**
 * An exception in Python, with Python's traceback as its message. It has no Java stack trace, since the place where the
 * JVM waited says nothing.
 */
public final class PythonException extends RuntimeException {

    private final String call;

    PythonException(String message) {
        this(message, "");
    }

    /**
     * @param call call of the check before the run that raised it, such as {@code step 17}; empty outside of the check
     */
    PythonException(String message, String call) {
        super(message, null, false, false);
        this.call = call;
    }

    /** Returns the call of the check before the run that raised it; empty outside of the check. */
    String call() {
        return call;
    }

    /** Returns only the message, since callers embed it in a sentence. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // callers need the message without the class name
    public String toString() {
        return getMessage();
    }
}
