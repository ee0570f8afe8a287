package io.htsrl.cluster.table;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** What happened in a run so far. Written by the coordinator's thread, read by any, a little late. */
public final class Tally {
    private final AtomicLong columns = new AtomicLong();
    private final AtomicLong own = new AtomicLong();
    private final AtomicLong again = new AtomicLong();
    private final AtomicLong seconds = new AtomicLong();
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final List<Recovery> recoveries = new CopyOnWriteArrayList<>(); // few: a node that is lost, each
    private volatile LossTimes losses = LossTimes.NONE;

    void columns(int more) {
        columns.addAndGet(more);
    }

    void own(int more) {
        own.addAndGet(more);
    }

    void again(int more) {
        again.addAndGet(more);
    }

    void second(int more) {
        seconds.addAndGet(more);
    }

    void duplicate() {
        duplicates.incrementAndGet();
    }

    void lose() {
        lost.incrementAndGet();
    }

    void recover(Recovery recovery) {
        recoveries.add(recovery);
        if (recovery.columns() > 0) {
            losses = losses.with(recovery);
        }
    }

    /** Columns that were filled. */
    public long columns() {
        return columns.get();
    }

    /** Of these, columns that the learner's own machine has filled. */
    public long own() {
        return own.get();
    }

    /** Columns that were given to somebody else. */
    public long again() {
        return again.get();
    }

    /** Columns that a second hand tried, too, because the first was late. */
    public long seconds() {
        return seconds.get();
    }

    /** Columns that came more than once, and were equal. */
    public long duplicates() {
        return duplicates.get();
    }

    /** Times that a node fell silent or left. */
    public long lost() {
        return lost.get();
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
