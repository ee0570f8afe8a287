package io.htsrl.trainer.report;

import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;

/**
 * The findings of the self-check before the first interval. Immutable.
 *
 * @param stable whether the bits are a function of the settings, as far as the check can tell
 * @param table all comparisons
 * @param backend describes the backend that computes gradients
 */
public record SelfCheckReport(boolean stable, CheckTable table, BackendFacts backend) {

    /**
     * Returns whether the learner computes correctly; a run with an incorrect learner is refused, whatever is allowed.
     */
    public boolean correct() {
        return table.holds(CheckRow.Kind.CORRECTNESS);
    }

    /** Returns the number of comparisons, over all rows of the table. */
    public int comparisons() {
        return table.rows().stream().mapToInt(CheckRow::compared).sum();
    }
}
