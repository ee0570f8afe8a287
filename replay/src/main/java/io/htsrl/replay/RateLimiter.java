package io.htsrl.replay;

/**
 * Keeps a ratio of samples to inserts by blocking the side that is ahead, after the limiter of Reverb's tables
 * (Cassirer et al. 2021), with whole numbers. With a ratio of a/b samples per insert, {@code d = a (inserts - minSize)
 * - b samples} stays within {@code b * tolerance} to both sides. Any thread.
 *
 * <p>For inserting threads an insert counts from {@link #tryInsert}, before it is made; for drawing threads from
 * {@link #inserted}. So the bounds hold for any interleaving. Only {@link #awaitSample} waits.
 */
public final class RateLimiter {
    private final Ratio samplesPerInsert;
    private final long minSize;
    private final long tolerance;
    private long begun; // this and all below guarded by this
    private long inserts;
    private long samples;
    private long waitedNanos;
    private boolean closed;

    /**
     * @param samplesPerInsert whose "updates" are samples and whose "steps" are inserts
     * @param minSize inserts before the first sample; they allow no samples
     * @param tolerance greatest lead of either side, in samples; Reverb's error buffer
     */
    public RateLimiter(Ratio samplesPerInsert, long minSize, long tolerance) {
        this.samplesPerInsert = samplesPerInsert;
        this.minSize = minSize;
        this.tolerance = tolerance;
    }

    /**
     * Returns the least tolerance with which requests for {@code inserts} and for {@code samples} at once never block
     * each other permanently.
     */
    public static long leastTolerance(Ratio samplesPerInsert, long inserts, long samples) {
        long a = samplesPerInsert.updates();
        long b = samplesPerInsert.steps();
        return Math.addExact(Math.floorDiv(Math.addExact(Math.multiplyExact(a, inserts), b - 1), b), samples);
    }

    /** Returns whether {@code count} inserts may begin now. */
    public synchronized boolean admits(long count) {
        return closed || ahead(begun + count, samples) <= bound();
    }

    /** Begins {@code count} inserts, or returns false if inserts are ahead. */
    public synchronized boolean tryInsert(long count) {
        boolean admitted = admits(count);
        begun += admitted ? count : 0;
        return admitted;
    }

    /** Completes {@code count} of the inserts that were begun. */
    public synchronized void inserted(long count) {
        inserts += count;
        notifyAll();
    }

    /** Counts {@code count} samples, or returns false if samples are ahead. */
    public synchronized boolean trySample(long count) {
        if (!closed && (inserts < minSize || ahead(inserts, samples + count) < -bound())) {
            return false;
        }
        samples += count;
        return true;
    }

    /** Waits until {@link #trySample} succeeds, or until the limiter is closed. */
    public synchronized void awaitSample(long count) throws InterruptedException {
        if (!trySample(count)) {
            long since = System.nanoTime();
            while (!trySample(count)) {
                wait();
            }
            waitedNanos += System.nanoTime() - since;
        }
    }

    /** Closes the limiter, so that it blocks no thread any more. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Returns the samples for each insert after the first {@code minSize}; 0 before any exist. */
    public synchronized double ratio() {
        return inserts <= minSize ? 0 : (double) samples / (inserts - minSize);
    }

    /** Returns the seconds that drawing threads have waited. */
    public synchronized double secondsWaited() {
        return waitedNanos / 1e9;
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
