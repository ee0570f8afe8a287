package io.htsrl.cli.sweep;

/**
 * Successive halving (Jamieson, Talwalkar 2016): all candidates get a part of the timesteps, the best of them more, the
 * best of those all. Immutable, any thread.
 *
 * @param candidates at the start
 * @param factor     by which candidates become fewer and timesteps more; 1 for one rung of whole runs
 */
record Halving(int candidates, int factor) {
    /** Shorter runs than a ninth say little. */
    private static final int MOST_RUNGS = 3;

    static final int USUAL_FACTOR = 3;

    /** Rungs, of which the last one has whole runs. */
    int rungs() {
        int rungs = 1;
        for (long left = candidates; factor > 1 && rungs < MOST_RUNGS && left >= factor; left /= factor) {
            rungs++;
        }
        return rungs;
    }

    /** Candidates of a rung, counted from 0. */
    int candidates(int rung) {
        return (int) ((candidates + power(rung) - 1) / power(rung));
    }

    /** Timesteps of a run in a rung, of {@code whole} ones. */
    long timesteps(int rung, long whole) {
        return Math.max(1, whole / power(rungs() - 1 - rung));
    }

    /** Candidates that run, summed over rungs. */
    int all() {
        int all = 0;
        for (int rung = 0; rung < rungs(); rung++) {
            all += candidates(rung);
        }
        return all;
    }

    private long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= factor;
        }
        return power;
    }
}
