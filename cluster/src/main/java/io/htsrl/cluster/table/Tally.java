package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.List;

/** What happened in a run, for its summary. Written by the coordinator's thread, read after it has ended. */
public final class Tally {
    private long columns;
    private long again;
    private long seconds;
    private long duplicates;
    private long lost;
    private final List<Recovery> recoveries = new ArrayList<>();

    void columns(int more) {
        columns += more;
    }

    void again(int more) {
        again += more;
    }

    void second(int more) {
        seconds += more;
    }

    void duplicate() {
        duplicates++;
    }

    void lose() {
        lost++;
    }

    void recover(Recovery recovery) {
        recoveries.add(recovery);
    }

    /** Columns that were filled. */
    public long columns() {
        return columns;
    }

    /** Columns that were given to somebody else. */
    public long again() {
        return again;
    }

    /** Columns that a second hand tried, too, because the first was late. */
    public long seconds() {
        return seconds;
    }

    /** Columns that came more than once, and were equal. */
    public long duplicates() {
        return duplicates;
    }

    /** Times that a node fell silent or left. */
    public long lost() {
        return lost;
    }

    /** What each loss has cost, in the order in which they were over. */
    public List<Recovery> recoveries() {
        return List.copyOf(recoveries);
    }
}
