package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;

/**
 * Computes the points of {@link io.htsrl.replay.SumTreeCursor#sample} without concurrent updates, so that indices over
 * integers draw the same leaves. Does not reject bits as that method does for fewer than one in 2^20. Pure functions.
 */
final class Strata {

    private Strata() {}

    /** Returns a point of stratum {@code draw} of {@code count} in 0 .. total-1. */
    static long point(long total, int draw, int count, RandomStream draws) {
        long low = begin(total, draw, count);
        long width = begin(total, draw + 1, count) - low;
        long bits = draws.bits(draw, 0);
        return low + Math.multiplyHigh(bits, width) + ((bits >> 63) & width); // the first factor is unsigned
    }

    private static long begin(long total, int index, int count) {
        return total / count * index + total % count * index / count;
    }
}
