package io.htsrl.cluster.table;

import io.htsrl.cluster.table.AssignmentTable.Order;
import java.util.HashMap;
import java.util.Map;

/** The coordinator's state of a node. The coordinator's thread. */
final class Member {
    final ColumnWorker worker;
    boolean live = true;
    boolean resting; // whether it gets no more work in this interval
    boolean draining; // whether it gets no more work, except columns that only it can continue
    private long heard;
    private long progress;
    private long progressed;
    private boolean behind; // whether it still works for an interval that others have completed
    private final Map<Attempt, Integer> owed = new HashMap<>(); // number of columns by unfinished order

    private record Attempt(long interval, int number) {}

    Member(ColumnWorker worker, long now) {
        this.worker = worker;
        this.heard = now;
        this.progressed = now;
    }

    int id() {
        return worker.id();
    }

    /** Returns whether the node may get columns that only it can continue. */
    boolean usable() {
        return live && !resting && !behind;
    }

    /** Returns whether the node gets no more work and owes none. */
    boolean drained() {
        return draining && owed.isEmpty();
    }

    void heard(long newProgress, long now) {
        heard = now;
        if (newProgress != progress) {
            progress = newProgress;
            progressed = now;
        }
    }

    /** Records that a result of the node has arrived. */
    void progressed(long interval, int attempt, long now) {
        heard = now;
        progressed = now;
        owed.computeIfPresent(new Attempt(interval, attempt), (key, left) -> left == 1 ? null : left - 1);
        behind = behind && !owed.isEmpty();
    }

    /** Records that the node gets work after it was idle. */
    void gotWork(long interval, Order order, long now) {
        progressed = now;
        owed.put(new Attempt(interval, order.attempt()), order.to() - order.from());
    }

    /** Forgets an order that will get no more results. */
    void forgive(long interval, int attempt) {
        owed.remove(new Attempt(interval, attempt));
        behind = behind && !owed.isEmpty();
    }

    /** Resets the state for another interval. */
    void refresh() {
        resting = false;
        behind = !owed.isEmpty();
    }

    long silent(long now) {
        return now - heard;
    }

    long idle(long now) {
        return now - progressed;
    }
}
