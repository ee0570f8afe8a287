package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;

/**
 * The points that {@link io.htsrl.replay.SumTreeCursor#sample} draws while nobody updates, for indices of whole numbers
 * that are to draw the same leaves. Bits that it would reject, fewer than one in 2^20, are not. Pure functions.
 */
final class Strata {

    private Strata() {}

    /** A point of stratum {@code draw} of {@code count} in 0 .. total-1. */
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
