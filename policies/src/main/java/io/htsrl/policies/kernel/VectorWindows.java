package io.htsrl.policies.kernel;

/**
 * Tiling of {@link VectorKernel#windows}. A tile has as many vectors of columns as the registers hold, and four or
 * eight windows. The last tile computes some windows again where fewer are left: the same operations from the first run
 * on give the same bits. Fewer than four windows are computed one by one, over four vectors at a time.
 *
 * <p>Loops over columns, then runs, then windows: the weights of a run stay in the first-level cache meanwhile.
 */
final class VectorWindows {
    private static final int LANES = VectorKernel.SPECIES.length();
    private static final boolean WIDE = VectorKernel.WIDE;

    private VectorWindows() {}

    static void sums(PackedWeights weights, Windows in, int from, RowOffsets out, int to, int first, int count) {
        if (count < 4) {
            for (int i = first; i < first + count; i++) {
                oneWindow(weights, in, from, i, out, to);
            }
            return;
        }
        int j = 0;
        if (WIDE) {
            for (; j + 4 * LANES <= weights.width(); j += 4 * LANES) {
                fourVectors(weights, j, in, from, out, to, first, count);
            }
        }
        for (; j + 2 * LANES <= weights.width(); j += 2 * LANES) {
            twoVectors(weights, j, in, from, out, to, first, count);
        }
        if (j < weights.width()) {
            oneVector(weights, j, in, from, out, to, first, count);
        }
    }

    private static void fourVectors(
            PackedWeights weights, int j, Windows in, int from, RowOffsets out, int to, int first, int count) {
        int end = first + count;
        int whole = end - count % 4;
        for (int run = 0; run < in.runs(); run++) {
            float[] start = start(weights, run, out);
            for (int i = first; i < whole; i += 4) {
                WideWindowTiles.fourByFour(weights, j, in, from, run, i, out, to, start);
            }
        }
        if (count % 4 == 1) { // in half of the time of four
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.oneByFour(weights, j, in, from, run, whole, out, to, start(weights, run, out));
            }
        } else if (whole < end) {
            for (int run = 0; run < in.runs(); run++) {
                WideWindowTiles.fourByFour(weights, j, in, from, run, end - 4, out, to, start(weights, run, out));
            }
        }
    }

    private static void twoVectors(
            PackedWeights weights, int j, Windows in, int from, RowOffsets out, int to, int first, int count) {
        int end = first + count;
        int eights = WIDE ? end - count % 8 : first;
        int whole = end - count % 4;
        for (int run = 0; run < in.runs(); run++) {
            float[] start = start(weights, run, out);
            for (int i = first; i < eights; i += 8) {
                WideWindowTiles.eightByTwo(weights, j, in, from, run, i, out, to, start);
            }
            for (int i = eights; i < whole; i += 4) {
                fourByTwo(weights, j, in, from, run, i, out, to, start);
            }
        }
        if (whole < end) {
            for (int run = 0; run < in.runs(); run++) {
                fourByTwo(weights, j, in, from, run, end - 4, out, to, start(weights, run, out));
            }
        }
    }

    private static void fourByTwo(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        if (in.runLength() % 2 == 0) {
            VectorWindowTiles.fourByTwoOfPairs(weights, j, in, from, run, i, out, to, start);
        } else {
            VectorWindowTiles.fourByTwo(weights, j, in, from, run, i, out, to, start);
        }
    }

    private static void oneVector(
            PackedWeights weights, int j, Windows in, int from, RowOffsets out, int to, int first, int count) {
        int i = 0;
        // that tile takes two floats at once; odd runs are those of first layers, and short
        int eights = in.runLength() % 2 == 0 ? count - count % 8 : 0;
        for (; i < eights; i += 8) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.eightByOne(weights, j, in, from, run, first + i, out, to, start(weights, run, out));
            }
        }
        for (; i < count; i += 4) {
            int window = first + Math.min(i, count - 4);
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.fourByOne(weights, j, in, from, run, window, out, to, start(weights, run, out));
            }
        }
    }

    private static void oneWindow(PackedWeights weights, Windows in, int from, int i, RowOffsets out, int to) {
        int j = 0;
        for (; j + 4 * LANES <= weights.width(); j += 4 * LANES) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.oneByFour(weights, j, in, from, run, i, out, to, start(weights, run, out));
            }
        }
        for (; j < weights.width(); j += LANES) {
            for (int run = 0; run < in.runs(); run++) {
                VectorWindowTiles.oneByOne(weights, j, in, from, run, i, out, to, start(weights, run, out));
            }
        }
    }

    /** Returns the array with which the sums of a run start: the bias, or the results of the previous run. */
    private static float[] start(PackedWeights weights, int run, RowOffsets out) {
        return run == 0 ? weights.bias() : out.values();
    }
}
