package io.htsrl.trainer.report;

import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;

/**
 * What the self-check found before the first interval. Immutable.
 *
 * @param stable  whether the bits are a function of the settings, as far as the check can tell
 * @param table   all that was compared
 * @param backend the description of what computes gradients
 */
public record SelfCheckReport(boolean stable, CheckTable table, BackendFacts backend) {

    /** Whether the learner computes what it should; a run for which it does not is refused, whatever is allowed. */
    public boolean correct() {
        return table.holds(CheckRow.Kind.CORRECTNESS);
    }

    /** What was compared, over all rows of the table. */
    public int comparisons() {
        return table.rows().stream().mapToInt(CheckRow::compared).sum();
    }
}
