package io.htsrl.determinism.verify;

/** A run of the matrix ended without a result; the message tells why, in words for the user. */
public final class RepetitionFailedException extends Exception {

    RepetitionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
