package io.htsrl.cluster.wire;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bytes that may wait to be sent: whoever makes more waits, until a receiver has taken some. So a receiver that stops
 * stops the threads that work for it, and not the memory of their machine. Any thread.
 */
public final class Allowance {
    private final long most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long taken; // guarded by lock
    private boolean closed; // guarded by lock

    /** @param most bytes; one parcel of more may wait alone */
    public Allowance(long most) {
        this.most = most;
    }

    /** Waits until there is room, or all is over. */
    public void take(long bytes) {
        lock.lock();
        try {
            while (!closed && taken > 0 && taken + bytes > most) {
                changed.awaitUninterruptibly(); // close() ends it
            }
            taken += bytes;
        } finally {
            lock.unlock();
        }
    }

    /** They have arrived. */
    public void give(long bytes) {
        lock.lock();
        try {
            taken -= bytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that wait. */
    public long taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Lets everybody go, now and later. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
