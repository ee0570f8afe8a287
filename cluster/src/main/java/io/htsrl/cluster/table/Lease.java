package io.htsrl.cluster.table;

import java.time.Duration;
import java.util.Locale;

/**
 * Time limits for a node's silence and for its lack of progress, after which other workers get its columns. A wrong
 * suspicion costs work, never bits. In nanoseconds; immutable.
 *
 * @param silence    limit without a sign of life
 * @param standstill limit without a step, for a live node
 */
public record Lease(long silence, long standstill) {
    public static Lease of(Duration silence) {
        return new Lease(silence.toNanos(), 10 * silence.toNanos()); // a live node may be in one long step
    }

    /** Formats a time for the user. */
    public static String text(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
