package io.htsrl.benchmarks.kills;

/**
 * Outcome of a kill.
 *
 * @param verdict kind of outcome
 * @param detail moment and message of a failed one
 */
record Outcome(Verdict verdict, String detail) {

    /** Kind of outcome; {@link #passes} for the first three. */
    enum Verdict {
        /** The run ended, and its message says which worker ended by which signal. */
        NAMED,
        /** The run did not need the worker any more and continued. */
        UNHARMED,
        /** The run was killed and resumed, and ended in the digests of an undisturbed one. */
        RESUMED,
        UNNAMED,
        HANG,
        ORPHAN,
        DIFFERENCE;

        boolean passes() {
            return this == NAMED || this == UNHARMED || this == RESUMED;
        }
    }
}
