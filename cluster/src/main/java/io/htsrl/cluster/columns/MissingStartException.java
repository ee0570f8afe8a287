package io.htsrl.cluster.columns;

/** A unit relies on a replica that is not here, or not where it should be: it must come with its start. */
public final class MissingStartException extends Exception {
    private static final long serialVersionUID = 1;

    MissingStartException(int environment, long interval) {
        super("environment " + environment + " did not end interval " + (interval - 1) + " here");
    }
}
