package io.htsrl.cluster.table;

/** What happened in a run, for its summary. Written by the coordinator's thread, read after it has ended. */
public final class Tally {
    private long columns;
    private long again;
    private long duplicates;
    private long lost;

    void columns(int more) {
        columns += more;
    }

    void again(int more) {
        again += more;
    }

    void duplicate() {
        duplicates++;
    }

    void lose() {
        lost++;
    }

    /** Columns that were filled. */
    public long columns() {
        return columns;
    }

    /** Columns that were given to somebody else. */
    public long again() {
        return again;
    }

    /** Columns that came more than once, and were equal. */
    public long duplicates() {
        return duplicates;
    }

    /** Times that a node fell silent or left. */
    public long lost() {
        return lost;
    }
}
