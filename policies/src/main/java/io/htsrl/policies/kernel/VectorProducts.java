package io.htsrl.policies.kernel;

/**
 * Tiling of {@link VectorKernel#products}, over rows in blocks: the rows on the right stay in the first-level cache
 * while all tiles of some columns read them.
 */
final class VectorProducts {
    private static final int LANES = VectorKernel.SPECIES.length();
    /** Number of rows in a block: in four vectors, a third of the smallest first-level cache. */
    private static final int BLOCK = 64;

    private VectorProducts() {}

    static void sums(
            RowOffsets left,
            int leftShift,
            RowOffsets right,
            int rightShift,
            int first,
            int count,
            GradientBlock sums) {
        int packed = 0;
        if (!VectorKernel.WIDE && PackedProducts.suit(sums)) { // not measured with 512-bit vectors
            packed = count - count % 2;
            PackedProducts.ofThread().sums(left, leftShift, right, rightShift, first, packed, sums);
        }
        direct(left, leftShift, right, rightShift, first + packed, count - packed, sums);
    }

    private static void direct(
            RowOffsets left,
            int leftShift,
            RowOffsets right,
            int rightShift,
            int first,
            int count,
            GradientBlock sums) {
        for (int block = first; block < first + count; block += BLOCK) {
            int end = Math.min(block + BLOCK, first + count);
            int vectors;
            for (int j = 0; j < sums.width(); j += vectors * LANES) {
                vectors = vectors((sums.width() - j) / LANES);
                for (int i = 0; i < sums.height(); ) {
                    i += tile(vectors, left, leftShift + i, right, rightShift + j, block, end, sums, i, j);
                }
            }
        }
    }

    /** Returns how many of {@code left} remaining vectors are computed at once. */
    private static int vectors(int left) {
        return VectorKernel.WIDE && left >= 4 ? 4 : Math.min(left, 2);
    }

    /** Adds to the sums from row {@code i} and column {@code j}; returns the number of rows. */
    private static int tile(
            int vectors,
            RowOffsets left,
            int x,
            RowOffsets right,
            int g,
            int first,
            int end,
            GradientBlock sums,
            int i,
            int j) {
        float[] values = sums.values();
        int at = sums.index(i, j);
        int stride = sums.stride();
        boolean eight = i + 8 <= sums.height();
        if (vectors == 4) {
            WideProductTiles.fourByFour(left, x, right, g, first, end, values, at, stride);
            return 4;
        }
        if (vectors == 2 && eight && VectorKernel.WIDE) {
            WideProductTiles.eightByTwo(left, x, right, g, first, end, values, at, stride);
            return 8;
        }
        if (vectors == 2) {
            int even = end - (end - first) % 2;
            VectorProductTiles.fourByTwo(left, x, right, g, first, even, values, at, stride);
            if (even < end) {
                VectorProductTiles.fourByOne(left, x, right, g, even, end, values, at, stride);
                VectorProductTiles.fourByOne(left, x, right, g + LANES, even, end, values, at + LANES, stride);
            }
            return 4;
        }
        if (eight) {
            VectorProductTiles.eightByOne(left, x, right, g, first, end, values, at, stride);
            return 8;
        }
        VectorProductTiles.fourByOne(left, x, right, g, first, end, values, at, stride);
        return 4;
    }
}
