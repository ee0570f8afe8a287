package io.htsrl.replay.rate;

import io.htsrl.replay.Ratio;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds whoever is ahead, those who insert or those who draw, so that there are so many samples for each insert: after
 * the limiter of Reverb's tables (Cassirer et al. 2021), with whole numbers. With a ratio of a/b samples per insert,
 * {@code d = a (inserts - minSize) - b samples} stays within {@code b * tolerance} to both sides. Any thread.
 *
 * <p>An insert counts from {@link #tryInsert}, before it is made, for those who insert, and from {@link #inserted} for
 * those who draw; so the bounds hold whatever the interleaving. Nothing here waits but {@link #awaitSample}.
 */
public final class RateLimiter {
    private final Ratio samplesPerInsert;
    private final long minSize;
    private final long tolerance;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long begun; // this and all below guarded by the lock
    private long inserts;
    private long samples;
    private long waitedNanos;
    private boolean closed;

    /**
     * @param samplesPerInsert whose "updates" are samples and whose "steps" are inserts
     * @param minSize          inserts before the first sample; they count for no sample
     * @param tolerance        samples that either side may be ahead by; Reverb's error buffer
     */
    public RateLimiter(Ratio samplesPerInsert, long minSize, long tolerance) {
        this.samplesPerInsert = samplesPerInsert;
        this.minSize = minSize;
        this.tolerance = tolerance;
    }

    /** The least tolerance with which {@code inserts} can be asked for at once, and {@code samples}, for ever. */
    public static long leastTolerance(Ratio samplesPerInsert, long inserts, long samples) {
        long a = samplesPerInsert.updates();
        long b = samplesPerInsert.steps();
        return Math.addExact(Math.floorDiv(Math.addExact(Math.multiplyExact(a, inserts), b - 1), b), samples);
    }

    /** Whether {@code count} inserts may begin now. */
    public boolean admits(long count) {
        lock.lock();
        try {
            return closed || ahead(begun + count, samples) <= bound();
        } finally {
            lock.unlock();
        }
    }

    /** Begins {@code count} inserts, or gives false where those who insert are ahead. */
    public boolean tryInsert(long count) {
        lock.lock();
        try {
            boolean admitted = admits(count);
            begun += admitted ? count : 0;
            return admitted;
        } finally {
            lock.unlock();
        }
    }

    /** So many of the inserts that were begun are made. */
    public void inserted(long count) {
        lock.lock();
        try {
            inserts += count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Counts {@code count} samples, or gives false where those who draw are ahead. */
    public boolean trySample(long count) {
        lock.lock();
        try {
            if (!closed && (inserts < minSize || ahead(inserts, samples + count) < -bound())) {
                return false;
            }
            samples += count;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@link #trySample}, or for the end. */
    public void awaitSample(long count) throws InterruptedException {
        lock.lock();
        try {
            if (!trySample(count)) {
                long since = System.nanoTime();
                while (!trySample(count)) {
                    changed.await();
                }
                waitedNanos += System.nanoTime() - since;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Holds nobody any more. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Samples for each insert beyond those that came first; 0 before there are any. */
    public double ratio() {
        lock.lock();
        try {
            return inserts <= minSize ? 0 : (double) samples / (inserts - minSize);
        } finally {
            lock.unlock();
        }
    }

    /** How long those who draw have waited. */
    public double secondsWaited() {
        lock.lock();
        try {
            return waitedNanos / 1e9;
        } finally {
            lock.unlock();
        }
    }

    private long ahead(long someInserts, long someSamples) {
        return Math.subtractExact(
                Math.multiplyExact(samplesPerInsert.updates(), someInserts - minSize),
                Math.multiplyExact(samplesPerInsert.steps(), someSamples));
    }

    private long bound() {
        return Math.multiplyExact(samplesPerInsert.steps(), tolerance);
    }
}
