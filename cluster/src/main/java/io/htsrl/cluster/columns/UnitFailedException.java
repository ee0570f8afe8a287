package io.htsrl.cluster.columns;

/** An executor of a unit failed: an environment threw, for example. */
public final class UnitFailedException extends Exception {
    private static final long serialVersionUID = 1;

    UnitFailedException(String role, Throwable cause) {
        super(cause.getMessage() == null ? role + " failed: " + cause : cause.getMessage(), cause);
    }
}
