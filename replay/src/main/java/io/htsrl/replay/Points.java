package io.htsrl.replay;

/** Whole numbers below a bound from 64 random bits. Pure functions, any thread. */
final class Points {
    /** The bits are to be rejected: the next ones are to be drawn. */
    static final long REJECTED = -1;

    private Points() {}

    /**
     * A number in {@code 0 .. bound-1}, each equally likely without any bias (Lemire 2019: the upper half of a
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
     * Where stratum {@code index} of {@code count} begins: {@code floor(total * index / count)}, exactly. With
     * {@code index <= count < 2^31}.
     */
    static long stratum(long total, int index, int count) {
        return total / count * index + total % count * index / count;
    }
}
