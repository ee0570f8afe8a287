package io.htsrl.core.error;

/** Why something failed, in words that there always are. Stateless, any thread. */
public final class Reasons {
    private Reasons() {}

    /** The message; the kind of failure, where it came without. */
    public static String of(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
