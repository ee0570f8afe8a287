package io.htsrl.determinism.verify;

import java.util.List;

/**
 * Rows of a verification. Immutable.
 *
 * @param rows    the reference, then the perturbations
 * @param stopped whether the user ended it before its last run
 */
public record VerifyResult(List<VerifyRow> rows, boolean stopped) {

    public VerifyResult {
        rows = List.copyOf(rows);
    }

    /** Returns whether there were perturbations and all gave the reference's digests. */
    public boolean equal() {
        return rows.size() > 1 && rows.stream().allMatch(VerifyRow::good);
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
}
