package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.DigestReader.ChainExtent;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.core.error.ConfigurationException;
import java.util.Optional;

/**
 * Comparison of the digest chains of two runs, line by line. Long runs leave lines out, so it compares where both have
 * a line of the same interval; each line proves whether all intervals up to it are equal. Immutable.
 *
 * @param equalIntervals number of equal intervals from the start, as far as lines prove it
 * @param equalTimesteps environment steps of these, over all replicas
 * @param firstA the first line that differs, or null; the first interval that differs is at least
 *     {@code equalIntervals} and at most this line's
 * @param firstB the other run's line at that place, or null
 * @param extentA extent of the first chain
 * @param extentB extent of the second chain
 */
public record ChainDiff(
        long equalIntervals,
        long equalTimesteps,
        DigestLine firstA,
        DigestLine firstB,
        ChainExtent extentA,
        ChainExtent extentB) {

    /**
     * Reads both chains, once and to their ends, in constant memory.
     *
     * @throws ConfigurationException when one is damaged, or has no lines yet
     */
    public static ChainDiff of(RunReader runA, RunReader runB) {
        Optional<String> resultA = runA.result(); // before the chains: those of running runs grow meanwhile
        Optional<String> resultB = runB.result();
        ChainDiff diff = walk(runA, runB);
        check(runA, diff.extentA, resultA);
        check(runB, diff.extentB, resultB);
        return diff;
    }

    private static ChainDiff walk(RunReader runA, RunReader runB) {
        try (DigestReader readerA = runA.digests();
                DigestReader readerB = runB.digests()) {
            ChainExtent equal = ChainExtent.NONE;
            DigestLine firstA = null;
            DigestLine firstB = null;
            long[] at = new long[2];
            DigestLine a = readerA.next();
            DigestLine b = readerB.next();
            while (a != null && b != null) {
                if (a.equals(b)) {
                    refuseIfHealed(firstA, at, runA, runB);
                    equal = readerA.extent();
                } else if (firstA == null && isAtOnePlace(a, b)) {
                    firstA = a;
                    firstB = b;
                    at = new long[] {readerA.number(), readerB.number()};
                }
                boolean stepA = a.interval() <= b.interval();
                boolean stepB = b.interval() <= a.interval();
                a = stepA ? readerA.next() : a;
                b = stepB ? readerB.next() : b;
            }
            readerA.readRest();
            readerB.readRest();
            return new ChainDiff(
                    equal.intervals(), equal.timesteps(), firstA, firstB, readerA.extent(), readerB.extent());
        }
    }

    /**
     * Refuses chains that differ and are equal again later. A digest covers all intervals before it, so the line that
     * differs was changed after it was written.
     */
    private static void refuseIfHealed(DigestLine first, long[] at, RunReader runA, RunReader runB) {
        if (first != null) {
            throw RunFiles.refused(
                    runA.folder().resolve(RunLock.FILE),
                    "must differ from " + runB.folder().resolve(RunLock.FILE)
                            + " to the end where it differs once, since a digest is of all intervals before it, and line "
                            + at[0] + " differs from line " + at[1] + " there while later ones are equal: one of the "
                            + "two lines is damaged",
                    RunFiles.COPY);
        }
    }

    /**
     * Returns whether both lines are of one interval, or both the closing line. Otherwise one run has left the line
     * out, or is longer.
     */
    private static boolean isAtOnePlace(DigestLine a, DigestLine b) {
        return a.closing() == b.closing() && (a.closing() || a.interval() == b.interval());
    }

    private static void check(RunReader run, ChainExtent extent, Optional<String> result) {
        if (extent.intervals() == 0) {
            throw RunFiles.refused(
                    run.folder(),
                    "must have recorded an interval, and its digests.jsonl holds none",
                    "wait until it has, or compare another run");
        }
        if (result.isPresent() && !result.get().equals(extent.digest())) {
            throw RunFiles.refused(
                    run.folder(),
                    "must have a digests.jsonl that ends in the digest of its " + "summary.json, " + result.get()
                            + ", and this one ends in " + extent.digest(),
                    RunFiles.COPY);
        }
    }

    /** Returns whether both chains have different digests at one place. */
    public boolean differs() {
        return firstA != null;
    }

    /** Returns whether the first interval that differs is unknown because lines were left out. */
    public boolean differsInSpan() {
        return differs() && !firstA.closing() && firstA.interval() > equalIntervals;
    }

    /** Returns whether both chains are equal from their first line to their last. */
    public boolean equal() {
        return extentA.equals(extentB) && !differs();
    }
}
