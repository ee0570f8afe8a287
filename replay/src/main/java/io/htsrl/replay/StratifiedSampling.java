package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;

/** Draws whole numbers below a bound from 64 random bits. Pure functions, any thread. */
final class StratifiedSampling {
    /** Result for rejected bits: the next ones are to be drawn. */
    static final long REJECTED = -1;

    private StratifiedSampling() {}

    /**
     * Returns a number in {@code 0 .. bound-1}, each equally likely without any bias (Lemire 2019: the upper half of a
     * 128-bit product, the few bits that would favour some numbers rejected), or {@link #REJECTED}.
     *
     * @param bound at least 1
     */
    static long below(long bound, long bits) {
        long low = bits * bound;
        if (Long.compareUnsigned(low, bound) < 0
                && Long.compareUnsigned(low, Long.remainderUnsigned(-bound, bound)) < 0) {
            return REJECTED;
        }
        return Math.multiplyHigh(bits, bound) + ((bits >> 63) & bound); // the first factor is unsigned
    }

    /**
     * Returns the start of stratum {@code index} of {@code count}: {@code floor(total * index / count)}, exactly. With
     * {@code index <= count < 2^31}.
     */
    static long stratum(long total, int index, int count) {
        return total / count * index + total % count * index / count;
    }

    /**
     * Returns a point in {@code 0 .. total-1} for draw {@code draw} of {@code count}: from its stratum, or from the
     * whole if that rejects its bits; as {@link SumTreeCursor#sample} without concurrent updates.
     */
    static long stratified(long total, int draw, int count, RandomStream draws) {
        long low = stratum(total, draw, count);
        long width = stratum(total, draw + 1, count) - low;
        long point = width == 0 ? REJECTED : below(width, draws.bits(draw, 0));
        if (point >= 0) {
            return low + point;
        }
        for (long attempt = 1; point < 0; attempt++) {
            point = below(total, draws.bits(draw, attempt));
        }
        return point;
    }
}
