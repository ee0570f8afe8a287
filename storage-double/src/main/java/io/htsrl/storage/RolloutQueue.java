package io.htsrl.storage;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The life cycle of a bank's columns under the {@code async} schedule: free, being filled, completed, and free again
 * when the learner has copied them. Executors claim and complete, from any thread; one learner takes and releases. Each
 * happens once per rollout, so a lock suffices; waiting threads sleep, in every wait mode. Guarantees:
 *
 * <ol>
 *   <li>completed columns are taken in the order in which they were completed, each once;
 *   <li>data written into a column before {@link #complete} is visible after {@link #take}, and reads before
 *       {@link #release} happen before the next claimant's writes;
 *   <li>each environment always holds a column, so at most {@code room} columns wait for the learner;
 *   <li>{@link #finish} and an abort end every wait.
 * </ol>
 *
 * Not final, for tests that explore its waits.
 */
public class RolloutQueue {
    private final RunControl control;
    private final RolloutSink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Condition filled = lock.newCondition();
    private final int[] free; // a stack; the lock guards this field and all below
    private final int[] completed; // a ring
    private final long[] completedUnder;
    private int freeCount;
    private int head;
    private int completedCount;
    private volatile boolean finished;

    /**
     * Creates a queue in which environment e holds column e, for its first rollout; the columns after those are free.
     *
     * @param room number of columns beyond one for each environment
     * @param sink sink that rollouts may also have to wait for, except the first ones: they count as begun here
     */
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
            if (!sink.tryBegin()) { // counted before any environment begins a second rollout
                throw new IllegalStateException("the first rollout of environment " + environment + " was held back");
            }
        }
    }

    /** Returns a column to fill, or {@link RolloutExchange#NONE}. Never waits. */
    public int claim() {
        control.checkAborted();
        lock.lock();
        try {
            return freeCount == 0 || !sink.tryBegin() ? RolloutExchange.NONE : free[--freeCount];
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether {@link #awaitFree} would return at once. */
    public boolean hasFree() {
        lock.lock();
        try {
            return isFree() || finished;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether {@link #take} of as many columns would return at once. */
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
     * Passes a full column to the learner.
     *
     * @param version version of the newest parameters
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

    /** Waits until {@code columns.length} columns are completed, and takes the oldest. */
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

    /** Returns the version of the newest parameters when a column was completed; valid until it is released. */
    public long completedUnder(int column) {
        return completedUnder[column];
    }

    /** Frees columns that were taken. */
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

    /** Ends the queue: no more columns will be taken, and executors may end. */
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
