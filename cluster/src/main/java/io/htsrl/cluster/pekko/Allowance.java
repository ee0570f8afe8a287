package io.htsrl.cluster.pekko;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A limit of bytes that wait to be sent. A thread that adds more waits until a receiver has taken some. So a receiver
 * that stops blocks the threads that work for it, instead of filling the memory of their machine. Any thread.
 */
public final class Allowance {
    private final long most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long taken; // guarded by lock
    private boolean closed; // guarded by lock

    /** @param most limit in bytes; a single larger parcel may wait alone */
    public Allowance(long most) {
        this.most = most;
    }

    /** Waits until there is room, or until {@link #close}. */
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

    /** Records that bytes have arrived. */
    public void give(long bytes) {
        lock.lock();
        try {
            taken -= bytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the bytes that wait. */
    public long taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Releases all waiting threads, now and later. */
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
