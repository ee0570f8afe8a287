package io.htsrl.determinism.verify;

import java.util.List;

/**
 * The whole table. Immutable.
 *
 * @param rows    the reference, then the perturbations
 * @param stopped whether it ended before its last run, at the user's wish
 */
public record VerifyResult(List<VerifyRow> rows, boolean stopped) {

    public VerifyResult {
        rows = List.copyOf(rows);
    }

    /** Whether every perturbation that was made gave the reference's digests, and there was one. */
    public boolean equal() {
        return rows.size() > 1 && rows.stream().allMatch(VerifyRow::good);
    }

    /** The reference's last digest; a dash where it has none. */
    public String digest() {
        return rows.isEmpty() ? "-" : rows.get(0).chain().map(Chain::last).orElse("-");
    }

    /** Runs beside the reference. */
    public int perturbations() {
        return Math.max(0, rows.size() - 1);
    }

    /** Runs that gave other bits, or none. */
    public long bad() {
        return rows.stream().filter(row -> !row.good()).count();
    }
}
