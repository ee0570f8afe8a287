package io.htsrl.benchmarks.soak;

/**
 * Outcome of one configuration of a soak.
 *
 * @param verdict kind of outcome
 * @param detail description of a failure, else empty
 */
record SoakOutcome(Verdict verdict, String detail) {

    enum Verdict {
        /** The digests equal those of the reference. */
        EQUAL,
        /** The run ended; its schedule promises no bits. */
        ENDED,
        /** The settings are invalid and were refused. */
        REFUSED,
        /** The run made no progress for too long. */
        HANG,
        /** The digests differ from those of the reference. */
        DIFFERENCE,
        /** The run ended with an error. */
        FAILURE;

        boolean passes() {
            return this == EQUAL || this == ENDED || this == REFUSED;
        }
    }

    static SoakOutcome of(Verdict verdict) {
        return new SoakOutcome(verdict, "");
    }
}
