package io.htsrl.cluster.table;

import io.htsrl.cluster.table.AssignmentTable.Order;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The coordinator's state of a node. The coordinator's thread. */
final class Member {
    private final ColumnWorker worker;
    private long heard;
    private long progress;
    private long progressed;
    private boolean live = true;
    private boolean resting; // whether it gets no more work in this interval
    private boolean draining;
    private boolean behind; // whether it still works for an interval that others have completed
    private final Map<Attempt, Integer> owed = new HashMap<>(); // number of columns by unfinished order

    private record Attempt(long interval, int number) {}

    Member(ColumnWorker worker, long now) {
        this.worker = worker;
        this.heard = now;
        this.progressed = now;
    }

    ColumnWorker worker() {
        return worker;
    }

    int id() {
        return worker.id();
    }

    String name() {
        return worker.name();
    }

    boolean live() {
        return live;
    }

    /** Returns whether the node may get columns. */
    boolean free() {
        return usable() && !draining;
    }

    /** Returns whether the node may get columns that only it can continue. */
    boolean usable() {
        return live && !resting && !behind;
    }

    /** Gives the node no more work. */
    void drain() {
        draining = true;
    }

    /** Returns whether the node gets no more work and owes none. */
    boolean drained() {
        return draining && owed.isEmpty();
    }

    /** Returns its state as text for the user. */
    String state(boolean busy) {
        return !live ? "silent" : busy ? "at work" : resting ? "is spared" : "waits";
    }

    /** Records that the node has sent something. */
    void wake(Consumer<String> log) {
        if (!live) {
            live = true;
            log.accept(name() + " is heard of again");
        }
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
        catchUp();
    }

    /** Records that the node gets work after it was idle. */
    void gotWork(long interval, Order order, long now) {
        progressed = now;
        owed.put(new Attempt(interval, order.attempt()), order.to() - order.from());
    }

    /** Forgets an order that will get no more results. */
    void forgive(long interval, int attempt) {
        owed.remove(new Attempt(interval, attempt));
        catchUp();
    }

    private void catchUp() {
        behind = behind && !owed.isEmpty();
    }

    void lose() {
        live = false;
    }

    boolean rests() {
        return resting;
    }

    void rest() {
        resting = true;
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
