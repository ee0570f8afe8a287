package io.htsrl.trainer.report;

import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import java.util.List;

/**
 * What the self-check found before the first interval. Immutable.
 *
 * @param route    how the actors compute: the first of the network's routes whose rows are stable here
 * @param rejected the routes before it, whose rows are not
 * @param stable   whether the bits are a function of the settings, as far as the check can tell
 * @param table    all that was compared
 * @param backend  what the tensor library says of itself, on a thread that computes
 */
public record SelfCheckReport(
        String route, List<String> rejected, boolean stable, CheckTable table, BackendFacts backend) {

    public SelfCheckReport {
        rejected = List.copyOf(rejected);
    }

    /** Whether the learner computes what it should; a run for which it does not is refused, whatever is allowed. */
    public boolean correct() {
        return table.holds(CheckRow.Kind.CORRECTNESS);
    }

    /** What was compared, over all rows of the table. */
    public int comparisons() {
        return table.rows().stream().mapToInt(CheckRow::compared).sum();
    }
}
