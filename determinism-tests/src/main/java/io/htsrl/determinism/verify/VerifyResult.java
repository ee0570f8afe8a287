package io.htsrl.determinism.verify;

import java.util.List;
import java.util.Optional;

/**
 * Rows of a verification. Immutable.
 *
 * @param rows    the reference, then the perturbations
 * @param stopped whether the user ended it before its last run
 */
public record VerifyResult(List<Row> rows, boolean stopped) {

    public VerifyResult {
        rows = List.copyOf(rows);
    }

    /** Returns whether there were perturbations and all gave the reference's digests. */
    public boolean equal() {
        return rows.size() > 1 && rows.stream().allMatch(Row::good);
    }

    /** Returns the reference's last digest; a dash where it has none. */
    public String digest() {
        return rows.isEmpty() ? "-" : rows.get(0).chain().map(Chain::last).orElse("-");
    }

    /** Returns the number of runs besides the reference. */
    public int perturbations() {
        return Math.max(0, rows.size() - 1);
    }

    /** Returns the number of runs that gave other bits, or none. */
    public long bad() {
        return rows.stream().filter(row -> !row.good()).count();
    }

    /**
     * A line of the table. Immutable.
     *
     * @param number          from 1; the reference is the first
     * @param chain           digest chain of the run; empty where it failed
     * @param firstDifference the first interval that differs from the reference's; -1 where all are equal
     * @param message         reason why it failed, or could not be localised; null otherwise
     * @param localization    the first difference from the reference; null where there is none, or the run was not repeated
     */
    public record Row(
            int number,
            PerturbedRun run,
            Verdict verdict,
            Optional<Chain> chain,
            long firstDifference,
            String message,
            Localizer.Localization localization) {

        /** Result of comparing a run with the reference. */
        public enum Verdict {
            REFERENCE,
            EQUAL,
            DIFFERENT,
            FAILED
        }

        static Row failed(int number, PerturbedRun run, String message) {
            return new Row(number, run, Verdict.FAILED, Optional.empty(), Chain.NONE, message, null);
        }

        static Row compared(int number, PerturbedRun run, Chain chain, Chain reference) {
            long first = chain.firstDifference(reference, run.intervals());
            Verdict verdict =
                    chain == reference ? Verdict.REFERENCE : first == Chain.NONE ? Verdict.EQUAL : Verdict.DIFFERENT;
            return new Row(number, run, verdict, Optional.of(chain), first, null, null);
        }

        Row with(Localizer.Localization found) {
            return new Row(number, run, verdict, chain, firstDifference, message, found);
        }

        Row with(String reason) {
            return new Row(number, run, verdict, chain, firstDifference, reason, localization);
        }

        /** Returns whether it supports the promise of equal bits. */
        public boolean good() {
            return verdict == Verdict.REFERENCE || verdict == Verdict.EQUAL;
        }
    }
}
