package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.DoubleSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of a run's events, and the cost of each lost node. Written by the coordinator's thread, read by any. */
public final class ClusterCounters {

    /** An event that is counted. */
    public enum Count {
        /** Columns that were filled. */
        COLUMNS,
        /** Columns of these that the learner's own machine filled. */
        OWN,
        /** Columns that were assigned to another worker. */
        AGAIN,
        /** Columns that a second worker computed as well, because the first was late. */
        SECOND,
        /** Columns that the learner's own machine computed again and compared. */
        AUDITED,
        /** Audits that were ordered but not compared. */
        AUDITS_DROPPED,
        /** Answers to orders of another worker; ignored. */
        FOREIGN,
        /** Columns that arrived again and were equal. */
        DUPLICATE,
        /** Times that a node fell silent or left. */
        LOST,
        /** Times that a node joined. */
        JOINED,
        /** Bytes exchanged with nodes that have left. */
        BYTES
    }

    /**
     * Cost of a lost node. Immutable; in nanoseconds.
     *
     * @param node name for the user
     * @param noticed time of the detection, by the coordinator's clock
     * @param unnoticed time without a sign of life or without progress before the detection
     * @param rerun time from the detection until the last of its columns was full
     * @param columns number of columns that it had not filled
     */
    public record Recovery(String node, long noticed, long unnoticed, long rerun, int columns) {}

    /**
     * Duration of losses: from a node's last sign of life to its detection, and to the recovery, when other workers had
     * filled all its columns. Only recovered losses count. In seconds.
     */
    public record LossTimes(DoubleSummaryStatistics detection, DoubleSummaryStatistics recovery) {}

    private record Loss(String node, long noticed, long unnoticed, int count, BitSet missing) {}

    private final AtomicLongArray counts = new AtomicLongArray(Count.values().length);
    private final List<Loss> open = new ArrayList<>(); // accessed by the coordinator's thread
    private final List<Recovery> recoveries = new CopyOnWriteArrayList<>(); // few: one entry for each lost node

    /** Adds to a count. The coordinator's thread. */
    public void add(Count what, long more) {
        counts.addAndGet(what.ordinal(), more);
    }

    /** Records a lost node and the columns that it had not filled; keeps {@code columns}. */
    void lost(String node, long unnoticed, BitSet columns, long now) {
        Loss loss = new Loss(node, now, unnoticed, columns.cardinality(), columns);
        open.add(loss);
        recover(now);
    }

    /** Records that a column is full. */
    void full(int column, long now) {
        open.forEach(loss -> loss.missing().clear(column));
        recover(now);
    }

    private void recover(long now) {
        for (Iterator<Loss> each = open.iterator(); each.hasNext(); ) {
            Loss loss = each.next();
            if (loss.missing().isEmpty()) {
                each.remove();
                recoveries.add(new Recovery(
                        loss.node(), loss.noticed(), loss.unnoticed(), now - loss.noticed(), loss.count()));
            }
        }
    }

    public long count(Count what) {
        return counts.get(what.ordinal());
    }

    /** Returns how long columns were lost. */
    public LossTimes losses() {
        LossTimes times = new LossTimes(new DoubleSummaryStatistics(), new DoubleSummaryStatistics());
        recoveries.stream().filter(each -> each.columns() > 0).forEach(each -> {
            times.detection().accept(each.unnoticed() / 1e9);
            times.recovery().accept((each.unnoticed() + each.rerun()) / 1e9);
        });
        return times;
    }

    /** Returns the cost of each loss, in the order of recovery. */
    public List<Recovery> recoveries() {
        return List.copyOf(recoveries);
    }
}
