package io.htsrl.benchmarks.kills;

/**
 * How a kill ended.
 *
 * @param verdict what became of it
 * @param detail  for a bad one: when it was, what was said
 */
record Outcome(Verdict verdict, String detail) {

    /** In words of the issue: named or resumed, no orphan, no hang. */
    enum Verdict {
        /** The run ended, and its message says which worker ended by which signal. */
        NAMED,
        /** The worker had nothing to do: the run went on without it. */
        UNHARMED,
        /** The run was killed, and went on to the digests of the undisturbed one. */
        RESUMED,
        UNNAMED,
        HANG,
        ORPHAN,
        DIFFERENCE;

        boolean good() {
            return this == NAMED || this == UNHARMED || this == RESUMED;
        }
    }
}
