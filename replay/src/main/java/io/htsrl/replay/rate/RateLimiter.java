package io.htsrl.replay.rate;

import io.htsrl.replay.Ratio;

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
    private long begun; // this and all below guarded by this
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
    public synchronized boolean admits(long count) {
        return closed || ahead(begun + count, samples) <= bound();
    }

    /** Begins {@code count} inserts, or gives false where those who insert are ahead. */
    public synchronized boolean tryInsert(long count) {
        boolean admitted = admits(count);
        begun += admitted ? count : 0;
        return admitted;
    }

    /** So many of the inserts that were begun are made. */
    public synchronized void inserted(long count) {
        inserts += count;
        notifyAll();
    }

    /** Counts {@code count} samples, or gives false where those who draw are ahead. */
    public synchronized boolean trySample(long count) {
        if (!closed && (inserts < minSize || ahead(inserts, samples + count) < -bound())) {
            return false;
        }
        samples += count;
        return true;
    }

    /** Waits for {@link #trySample}, or for the end. */
    public synchronized void awaitSample(long count) throws InterruptedException {
        if (!trySample(count)) {
            long since = System.nanoTime();
            while (!trySample(count)) {
                wait();
            }
            waitedNanos += System.nanoTime() - since;
        }
    }

    /** Holds nobody any more. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Samples for each insert beyond those that came first; 0 before there are any. */
    public synchronized double ratio() {
        return inserts <= minSize ? 0 : (double) samples / (inserts - minSize);
    }

    /** How long those who draw have waited. */
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
