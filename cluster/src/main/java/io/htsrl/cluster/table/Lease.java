package io.htsrl.cluster.table;

import java.time.Duration;
import java.util.Locale;

/**
 * How long a node may be silent, and how long it may stand still, before its columns go to others. False suspicions cost
 * work, never bits. In nanoseconds; immutable.
 *
 * @param silence    without a sign of life
 * @param standstill without a step, though it is alive
 */
public record Lease(long silence, long standstill) {
    /** A node that is alive may be at one long step. */
    private static final int PATIENCE = 10;

    public static Lease of(Duration silence) {
        return new Lease(silence.toNanos(), PATIENCE * silence.toNanos());
    }

    /** A time for people. */
    public static String text(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
