package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.cluster.table.ClusterCounters.Count;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * The audits of the current and the previous interval: columns of nodes that the learner's own machine computes again,
 * until they are compared or dropped. The coordinator's thread.
 */
final class OpenAudits {
    private final Audit audit;
    private final ColumnWorker own;
    private final ClusterCounters tally;
    private final Consumer<String> log;
    private AssignmentTable table;
    private AssignmentTable before; // table of the previous interval
    private BitSet open = new BitSet(); // columns of the current interval with an open audit
    private BitSet openBefore = new BitSet(); // those of the previous interval

    /** @param own the learner's own machine */
    OpenAudits(Audit audit, ColumnWorker own, ClusterCounters tally, Consumer<String> log) {
        this.audit = audit;
        this.own = own;
        this.tally = tally;
        this.log = log;
    }

    /** Begins an interval. Open audits of the interval before the previous one are dropped. */
    void begin(AssignmentTable next) {
        drop(count(before, openBefore));
        before = table;
        openBefore = open;
        table = next;
        open = new BitSet();
    }

    /** Returns the columns of the current interval to be computed again. */
    BitSet chosen(long interval, int columns) {
        BitSet chosen = audit.columns(interval, columns);
        chosen.andNot(table.columns(own.id()));
        return chosen;
    }

    void ordered(Order order) {
        open.set(order.from(), order.to());
    }

    /** Ends an audit of the current interval that the learner's own machine could not compute. */
    void failed(Order order, String why) {
        int columns = open.get(order.from(), order.to()).cardinality();
        if (columns > 0) {
            log.accept("an audit could not be made: " + why);
            tally.add(Count.AUDITS_DROPPED, columns);
            open.clear(order.from(), order.to());
        }
    }

    /** Ends an audit when the columns of this machine and of a node were compared, whichever arrived first. */
    void compared(AssignmentTable of, ColumnResult second) {
        BitSet some = of == table ? open : openBefore;
        boolean ours = of.doer(second.environment()) == own.id()
                || of.order(second.attempt()).worker() == own.id();
        if (ours && some.get(second.environment())) {
            some.clear(second.environment());
            tally.add(Count.AUDITED, 1);
        }
    }

    /** Returns the number of columns of the current interval that nodes filled and whose audit is open. */
    int count() {
        return count(table, open);
    }

    /** Drops all open audits, since the run has ended. */
    void end() {
        drop(count(before, openBefore) + count());
    }

    /** Counts open audits. A column that this machine filled itself needs none. */
    private int count(AssignmentTable of, BitSet some) {
        return (int) some.stream()
                .filter(column -> of.done(column) && of.doer(column) != own.id())
                .count();
    }

    private void drop(int columns) {
        if (columns > 0 && tally.count(Count.AUDITS_DROPPED) == 0) {
            log.accept(
                    "warning: audits of " + columns + " columns were dropped, because this machine was too late with "
                            + "them: give a greater --audit, so that fewer are made");
        }
        tally.add(Count.AUDITS_DROPPED, columns);
    }
}
