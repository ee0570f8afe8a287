package io.htsrl.trainer.verify;

/** A run of the matrix ended without a result; the message tells why, in words for the user. */
public final class RunFailedException extends Exception {

    RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
