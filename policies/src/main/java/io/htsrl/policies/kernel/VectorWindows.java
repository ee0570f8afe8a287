package io.htsrl.policies.kernel;

/**
 * {@link VectorKernel#windows}: which tile of {@link VectorWindowTiles} computes which sums. Columns go by pairs of
 * vectors, windows by fours; where fewer are left over, the last tile computes some windows once more: the same
 * operations give the same bits. Fewer than four windows are computed one by one, over four vectors at a time.
 */
final class VectorWindows {
    private static final int LANES = VectorKernel.SPECIES.length();

    private VectorWindows() {}

    static void sums(Panels weights, Windows in, int count, PlacedRows out) {
        if (count < 4) {
            for (int i = 0; i < count; i++) {
                oneWindow(weights, in, i, out);
            }
            return;
        }
        int j = 0;
        for (; j + 2 * LANES <= weights.width(); j += 2 * LANES) {
            twoVectors(weights, j, in, count, out);
        }
        if (j < weights.width()) {
            oneVector(weights, j, in, count, out);
        }
    }

    /** Outer loops over tiles, inner ones over runs: a tile's windows stay in the first-level cache. */
    private static void twoVectors(Panels weights, int j, Windows in, int count, PlacedRows out) {
        for (int i = 0; i < count; i += 4) {
            int first = Math.min(i, count - 4);
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.fourByTwo(weights, j, in, run, first, out);
            }
        }
    }

    private static void oneVector(Panels weights, int j, Windows in, int count, PlacedRows out) {
        int i = 0;
        for (; i + 8 <= count; i += 8) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.eightByOne(weights, j, in, run, i, out);
            }
        }
        for (; i < count; i += 4) {
            int first = Math.min(i, count - 4);
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.fourByOne(weights, j, in, run, first, out);
            }
        }
    }

    private static void oneWindow(Panels weights, Windows in, int i, PlacedRows out) {
        int j = 0;
        for (; j + 4 * LANES <= weights.width(); j += 4 * LANES) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.oneByFour(weights, j, in, run, i, out);
            }
        }
        for (; j < weights.width(); j += LANES) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.oneByOne(weights, j, in, run, i, out);
            }
        }
    }
}
