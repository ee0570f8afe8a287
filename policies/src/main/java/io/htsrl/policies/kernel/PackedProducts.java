package io.htsrl.policies.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of many rows and columns. Copies blocks of both factors into panels of one vector a row, which the tiles
 * read in order: rows of 256 floats would share few sets of the first-level cache. One thread; see {@link #ofThread}.
 *
 * <p>With 256-bit vectors a block of 64 x 64 sums makes 66 GFLOP/s and one of 256 x 256 makes 70, of 103, copies
 * included; without copies they make 42 and 38 (AMD EPYC, Java 17).
 */
final class PackedProducts {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();
    /** Number of terms in a block. */
    private static final int ROWS = 64;
    /** Most rows or columns of sums in a block. */
    private static final int MOST = 256;
    /** Least rows and columns of sums; fewer would not repay the copies. */
    private static final int LEAST = 32;

    private static final ThreadLocal<PackedProducts> OF_THREAD = ThreadLocal.withInitial(PackedProducts::new);

    private final float[] left = CacheAlignment.floats(MOST / LANES * panel(ROWS));
    private final float[] right = CacheAlignment.floats(MOST / LANES * panel(ROWS));

    private PackedProducts() {}

    /** Returns the floats from a panel to the next; the same row of all panels would share few sets without the gap. */
    private static int panel(int rows) {
        return rows * LANES + DenseKernel.ALIGNMENT;
    }

    /** Returns the calling thread's instance. */
    static PackedProducts ofThread() {
        return OF_THREAD.get();
    }

    /** Returns whether the copies repay for these sums. */
    static boolean suit(GradientBlock sums) {
        return sums.height() >= LEAST && sums.width() >= LEAST && sums.height() % LANES == 0;
    }

    /** Adds an even number of terms, as {@link DenseKernel#products} does. */
    void sums(RowOffsets x, int xShift, RowOffsets g, int gShift, int first, int count, GradientBlock sums) {
        for (int i = 0; i < sums.height(); i += MOST) {
            int height = Math.min(MOST, sums.height() - i);
            for (int j = 0; j < sums.width(); j += MOST) {
                int width = Math.min(MOST, sums.width() - j);
                for (int row = first; row < first + count; row += ROWS) {
                    int rows = Math.min(ROWS, first + count - row);
                    pack(x, xShift + i, row, rows, height, left);
                    pack(g, gShift + j, row, rows, width, right);
                    block(rows, height, width, sums, i, j);
                }
            }
        }
    }

    private static void pack(RowOffsets from, int shift, int first, int rows, int width, float[] to) {
        for (int p = 0; p < rows; p++) {
            packRow(
                    from.values(),
                    from.offsets()[first + p] + shift,
                    width,
                    to,
                    CacheAlignment.ORIGIN + p * LANES,
                    panel(rows));
        }
    }

    private static void packRow(float[] from, int at, int width, float[] to, int target, int panel) {
        for (int j = 0, t = target; j < width; j += LANES, t += panel) {
            FloatVector.fromArray(SPECIES, from, at + j).intoArray(to, t);
        }
    }

    private void block(int rows, int height, int width, GradientBlock sums, int firstRow, int firstColumn) {
        for (int j = 0; j < width; j += 2 * LANES) {
            int g = CacheAlignment.ORIGIN + j / LANES * panel(rows);
            for (int i = 0; i < height; i += 4) {
                int x = CacheAlignment.ORIGIN + i / LANES * panel(rows) + i % LANES;
                int at = sums.index(firstRow + i, firstColumn + j);
                VectorProductTiles.fourByTwoOfPanels(
                        left, x, right, g, panel(rows), rows, sums.values(), at, sums.stride());
            }
        }
    }
}
