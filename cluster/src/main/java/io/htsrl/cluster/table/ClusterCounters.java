package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;

/** What happened in a run so far, and what each loss of a node cost. Written by the coordinator's thread, read by any. */
public final class ClusterCounters {

    /** What is counted. */
    public enum Count {
        /** Columns that were filled. */
        COLUMNS,
        /** Of these, columns that the learner's own machine has filled. */
        OWN,
        /** Columns that were assigned to another worker. */
        AGAIN,
        /** Columns that a second worker tried, too, because the first was late. */
        SECOND,
        /** Columns that the learner's own machine computed again, and that were compared. */
        AUDITED,
        /** Audits that were ordered, and whose column was not compared. */
        AUDITS_DROPPED,
        /** Answers to orders that another worker got; ignored. */
        FOREIGN,
        /** Columns that arrived more than once, and were equal. */
        DUPLICATE,
        /** Times that a node fell silent or left. */
        LOST
    }

    /**
     * What the loss of a node cost. Immutable; in nanoseconds.
     *
     * @param node      for people
     * @param noticed   when, by the coordinator's clock
     * @param unnoticed how long it had been silent by then, or without progress
     * @param rerun     from then on until the last of its columns was full
     * @param columns   that it had not filled
     */
    public record Recovery(String node, long noticed, long unnoticed, long rerun, int columns) {}

    /**
     * How long columns were lost: from a node's last sign of life to its detection, and to the recovery, when others had
     * filled all its columns. Only of recovered losses. Immutable; in seconds.
     *
     * @param count of losses
     */
    public record LossTimes(
            long count, double sumDetection, double mostDetection, double sumRecovery, double mostRecovery) {
        public double meanDetection() {
            return sumDetection / count;
        }

        public double meanRecovery() {
            return sumRecovery / count;
        }

        private LossTimes with(Recovery recovery) {
            double detection = recovery.unnoticed() / 1e9;
            double whole = detection + recovery.rerun() / 1e9;
            return new LossTimes(
                    count + 1,
                    sumDetection + detection,
                    Math.max(mostDetection, detection),
                    sumRecovery + whole,
                    Math.max(mostRecovery, whole));
        }
    }

    private record Loss(String node, long noticed, long unnoticed, int count, BitSet missing) {}

    private final AtomicLongArray counts = new AtomicLongArray(Count.values().length);
    private final List<Loss> open = new ArrayList<>(); // the coordinator's
    private final List<Recovery> recoveries = new CopyOnWriteArrayList<>(); // few: one for each lost node
    private volatile LossTimes losses = new LossTimes(0, 0, 0, 0, 0);

    void add(Count what, int more) {
        counts.addAndGet(what.ordinal(), more);
    }

    /** A node is lost with the columns that it had not filled; {@code columns} is kept. */
    void lost(String node, long unnoticed, BitSet columns, long now) {
        Loss loss = new Loss(node, now, unnoticed, columns.cardinality(), columns);
        open.add(loss);
        recover(now);
    }

    /** A column is full. */
    void full(int column, long now) {
        open.forEach(loss -> loss.missing().clear(column));
        recover(now);
    }

    private void recover(long now) {
        for (Iterator<Loss> each = open.iterator(); each.hasNext(); ) {
            Loss loss = each.next();
            if (loss.missing().isEmpty()) {
                each.remove();
                Recovery recovery =
                        new Recovery(loss.node(), loss.noticed(), loss.unnoticed(), now - loss.noticed(), loss.count());
                recoveries.add(recovery);
                losses = loss.count() > 0 ? losses.with(recovery) : losses;
            }
        }
    }

    public long count(Count what) {
        return counts.get(what.ordinal());
    }

    /** How long columns were lost. */
    public LossTimes losses() {
        return losses;
    }

    /** What each loss has cost, in the order in which they were over. */
    public List<Recovery> recoveries() {
        return List.copyOf(recoveries);
    }
}
