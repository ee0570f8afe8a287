package io.htsrl.determinism.verify;

import java.util.Optional;

/**
 * A line of the table. Immutable.
 *
 * @param number          from 1; the reference is the first
 * @param chain           digest chain of the run; empty where it failed
 * @param firstDifference the first interval that differs from the reference's; -1 where all are equal
 * @param message         reason why it failed, or could not be localised; null otherwise
 * @param localization    the first difference from the reference; null where there is none, or the run was not repeated
 */
public record VerifyRow(
        int number,
        PerturbedRun run,
        Verdict verdict,
        Optional<Chain> chain,
        long firstDifference,
        String message,
        Localization localization) {

    /** Result of comparing a run with the reference. */
    public enum Verdict {
        REFERENCE,
        EQUAL,
        DIFFERENT,
        FAILED
    }

    static VerifyRow failed(int number, PerturbedRun run, String message) {
        return new VerifyRow(number, run, Verdict.FAILED, Optional.empty(), Chain.NONE, message, null);
    }

    static VerifyRow compared(int number, PerturbedRun run, Chain chain, Chain reference) {
        long first = chain.firstDifference(reference, run.intervals());
        Verdict verdict =
                chain == reference ? Verdict.REFERENCE : first == Chain.NONE ? Verdict.EQUAL : Verdict.DIFFERENT;
        return new VerifyRow(number, run, verdict, Optional.of(chain), first, null, null);
    }

    VerifyRow with(Localization found) {
        return new VerifyRow(number, run, verdict, chain, firstDifference, message, found);
    }

    VerifyRow with(String reason) {
        return new VerifyRow(number, run, verdict, chain, firstDifference, reason, localization);
    }

    /** Returns whether it supports the promise of equal bits. */
    public boolean good() {
        return verdict == Verdict.REFERENCE || verdict == Verdict.EQUAL;
    }
}
