package io.htsrl.determinism.verify;

/** Reports that a run of the matrix ended without a result; the message gives the reason, in words for the user. */
public final class RepetitionFailedException extends Exception {

    public RepetitionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
