package io.htsrl.benchmarks.soak;

/**
 * How one configuration of a soak came out.
 *
 * @param verdict the kind
 * @param detail  what is wrong, for people; empty where nothing is
 */
record SoakOutcome(Verdict verdict, String detail) {

    enum Verdict {
        /** Its digests are those of its reference. */
        EQUAL,
        /** It came to its end, and promises no bits. */
        ENDED,
        /** The settings are no configuration, and were refused as such. */
        REFUSED,
        /** No thread has made a step for too long. */
        HANG,
        /** Its digests are others than those of its reference. */
        DIFFERENCE,
        /** It ended with an error. */
        FAILURE;

        boolean good() {
            return this == EQUAL || this == ENDED || this == REFUSED;
        }
    }

    static SoakOutcome of(Verdict verdict) {
        return new SoakOutcome(verdict, "");
    }
}
