package io.htsrl.storage;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The way of a bank's columns under the {@code async} schedule: free, being filled, completed, and free again when the
 * learner has copied them. Executors claim and complete, from any thread; one learner takes and releases. Once per
 * rollout each, so a lock serves; whoever waits sleeps, whatever the wait mode. Guarantees:
 * <ol>
 *   <li>completed columns are taken in the order in which they were completed, each once;</li>
 *   <li>what was written into a column before {@link #complete} is visible after {@link #take}, and what was read
 *       before {@link #release} was read before the next claimant writes;</li>
 *   <li>each environment holds a column, from the start and always, so at most {@code room} wait for the learner;</li>
 *   <li>{@link #finish} and an abort end every wait.</li>
 * </ol>
 * Open for tests that explore its waits.
 */
public class RolloutQueue {
    private final RunControl control;
    private final RolloutSink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Condition filled = lock.newCondition();
    private final int[] free; // a stack; this and all below guarded by the lock
    private final int[] completed; // a ring
    private final long[] completedUnder;
    private int freeCount;
    private int head;
    private int completedCount;
    private volatile boolean finished;

    /**
     * Environment e holds column e, for its first rollout; the columns behind those are free.
     *
     * @param room columns beyond one for each environment
     */
    public RolloutQueue(int environments, int room, RunControl control) {
        this(environments, room, control, RolloutSink.NONE);
    }

    /** @param sink that rollouts may have to wait for too, but for the first ones: it counts those as begun here */
    public RolloutQueue(int environments, int room, RunControl control, RolloutSink sink) {
        int columns = Math.addExact(environments, room);
        this.control = control;
        this.sink = sink;
        this.free = new int[columns];
        this.completed = new int[columns];
        this.completedUnder = new long[columns];
        for (int column = columns - 1; column >= environments; column--) {
            free[freeCount++] = column;
        }
        control.onAbort(this::wakeAll);
        sink.onRoom(this::wakeAll);
        for (int environment = 0; environment < environments; environment++) {
            if (!sink.tryBegin()) { // counted before anybody begins a second one, who could be ahead of the rest
                throw new IllegalStateException("the first rollout of environment " + environment + " was held back");
            }
        }
    }

    /** A column to fill, or {@link RolloutExchange#NONE}. Never waits. */
    public int claim() {
        control.checkAborted();
        lock.lock();
        try {
            return freeCount == 0 || !sink.tryBegin() ? RolloutExchange.NONE : free[--freeCount];
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether {@link #awaitFree} would go on at this moment. */
    public boolean hasFree() {
        lock.lock();
        try {
            return isFree() || finished;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether {@link #take} of as many columns would go on at this moment. */
    public boolean hasCompleted(int columns) {
        lock.lock();
        try {
            return completedCount >= columns || finished;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a column is free and may be filled, or the run has finished. */
    public void awaitFree() {
        await(freed, this::isFree);
    }

    private boolean isFree() {
        return freeCount > 0 && sink.admits();
    }

    /**
     * Hands a full column to the learner.
     *
     * @param version of the newest parameters
     */
    public void complete(int column, long version) {
        lock.lock();
        try {
            completed[(head + completedCount) % completed.length] = column;
            completedUnder[column] = version;
            completedCount++;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for as many completed columns as {@code columns} has room for, and takes the oldest. */
    public void take(int[] columns) {
        await(filled, () -> completedCount >= columns.length);
        lock.lock();
        try {
            for (int i = 0; i < columns.length; i++) {
                columns[i] = completed[head];
                head = (head + 1) % completed.length;
            }
            completedCount -= columns.length;
        } finally {
            lock.unlock();
        }
    }

    /** The version of the newest parameters when a column was completed; valid until it is released. */
    public long completedUnder(int column) {
        return completedUnder[column];
    }

    /** Columns that were taken are free again. */
    public void release(int[] columns) {
        lock.lock();
        try {
            for (int column : columns) {
                free[freeCount++] = column;
            }
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more will be taken: executors may go. */
    public void finish() {
        finished = true;
        wakeAll();
    }

    public boolean finished() {
        return finished;
    }

    private void await(Condition condition, BooleanSupplier met) {
        lock.lock();
        try {
            while (!met.getAsBoolean() && !finished) {
                control.checkAborted();
                condition.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            lock.unlock();
        }
        control.checkAborted();
    }

    private void wakeAll() {
        lock.lock();
        try {
            freed.signalAll();
            filled.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
