package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/** Columns that were lost with their nodes, until somebody has filled them. The coordinator's thread. */
final class Losses {

    private record Open(String node, long noticed, long unnoticed, int count, BitSet missing) {}

    private final Tally tally;
    private final List<Open> open = new ArrayList<>();

    /** @param tally is told what each loss has cost */
    Losses(Tally tally) {
        this.tally = tally;
    }

    /** A node is lost with what it had at work; {@code columns} is kept. */
    void lost(String node, long unnoticed, BitSet columns, long now) {
        Open loss = new Open(node, now, unnoticed, columns.cardinality(), columns);
        if (columns.isEmpty()) {
            tally.recover(recovery(loss, now));
        } else {
            open.add(loss);
        }
    }

    /** A column is full. */
    void full(int column, long now) {
        for (Iterator<Open> each = open.iterator(); each.hasNext(); ) {
            Open loss = each.next();
            loss.missing().clear(column);
            if (loss.missing().isEmpty()) {
                tally.recover(recovery(loss, now));
                each.remove();
            }
        }
    }

    private static Recovery recovery(Open loss, long now) {
        return new Recovery(loss.node(), loss.noticed(), loss.unnoticed(), now - loss.noticed(), loss.count());
    }
}
