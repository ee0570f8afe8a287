package io.htsrl.cluster.seen;

/** How fast a counter grows, over the last second or so. One thread; times in nanoseconds, from the caller. */
final class Rate {
    private static final long WINDOW = 1_000_000_000L;

    private long since;
    private long before;
    private double perSecond;
    private boolean known; // a whole window has passed

    Rate(long now) {
        this.since = now;
    }

    /** What it is, now that the counter has come to {@code count}. */
    double at(long count, long now) {
        long time = now - since;
        if (time >= WINDOW || !known && time > 0) {
            perSecond = (count - before) * 1e9 / time;
        }
        if (time >= WINDOW) {
            known = true;
            since = now;
            before = count;
        }
        return perSecond;
    }
}
