package io.htsrl.cluster.table;

import io.htsrl.cluster.table.AssignmentTable.Order;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A node, as the coordinator knows it. The coordinator's thread. */
final class Member {
    private final ColumnWorker worker;
    private long heard;
    private long progress;
    private long progressed;
    private boolean live = true;
    private boolean resting; // gets nothing more in this interval
    private boolean behind; // still at work for an interval that others have completed
    private final Map<Attempt, Integer> owed = new HashMap<>(); // columns of orders that are not over

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

    /** Whether it may get columns. */
    boolean free() {
        return live && !resting && !behind;
    }

    /** For people. */
    String state(boolean busy) {
        return !live ? "silent" : busy ? "at work" : resting ? "is spared" : "waits";
    }

    /** It has sent something. */
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

    /** A result of its has arrived. */
    void progressed(long interval, int attempt, long now) {
        heard = now;
        progressed = now;
        owed.computeIfPresent(new Attempt(interval, attempt), (key, left) -> left == 1 ? null : left - 1);
        catchUp();
    }

    /** It was idle for lack of work until now. */
    void gotWork(long interval, Order order, long now) {
        progressed = now;
        owed.put(new Attempt(interval, order.attempt()), order.to() - order.from());
    }

    /** Nothing more will come of an order. */
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

    /** Another interval begins. */
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
