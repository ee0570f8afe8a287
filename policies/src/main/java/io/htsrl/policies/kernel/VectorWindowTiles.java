package io.htsrl.policies.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner loops of {@link VectorWindows}: windows by vectors of columns, over one run of inputs. Sums stay in registers
 * during a run and in the output rows between runs; the first run starts from the bias. One loop in each method: around
 * nested ones, the JIT compiler of Java 17 allocates the vectors. Eight sums at once hide the latency of fma; with
 * twelve and 256-bit vectors that compiler runs out of registers and takes twice the time.
 */
final class VectorWindowTiles {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();
    private static final int PANEL = DenseKernel.ALIGNMENT;

    private VectorWindowTiles() {}

    /** Windows {@code i .. i+3}, columns of two vectors from {@code j}, run {@code run}. */
    static void fourByTwo(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int x1 = in.offsets()[i + 1] + shift, y1 = out.offsets()[i + 1] + to + j;
        int x2 = in.offsets()[i + 2] + shift, y2 = out.offsets()[i + 2] + to + j;
        int x3 = in.offsets()[i + 3] + shift, y3 = out.offsets()[i + 3] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0),
                b0 = FloatVector.fromArray(SPECIES, start, s0 + LANES);
        int s1 = bias | y1 & keep;
        FloatVector a1 = FloatVector.fromArray(SPECIES, start, s1),
                b1 = FloatVector.fromArray(SPECIES, start, s1 + LANES);
        int s2 = bias | y2 & keep;
        FloatVector a2 = FloatVector.fromArray(SPECIES, start, s2),
                b2 = FloatVector.fromArray(SPECIES, start, s2 + LANES);
        int s3 = bias | y3 & keep;
        FloatVector a3 = FloatVector.fromArray(SPECIES, start, s3),
                b3 = FloatVector.fromArray(SPECIES, start, s3 + LANES);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j), bAt = weights.index(k0, j + LANES);
        for (int k = 0; k < length; k++) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL),
                    wB = FloatVector.fromArray(SPECIES, w, bAt + k * PANEL);
            FloatVector v0 = FloatVector.broadcast(SPECIES, x[x0 + k]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, x[x1 + k]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, x[x2 + k]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, x[x3 + k]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
        }
        a0.intoArray(y, y0);
        b0.intoArray(y, y0 + LANES);
        a1.intoArray(y, y1);
        b1.intoArray(y, y1 + LANES);
        a2.intoArray(y, y2);
        b2.intoArray(y, y2 + LANES);
        a3.intoArray(y, y3);
        b3.intoArray(y, y3 + LANES);
    }

    /**
     * {@link #fourByTwo} for runs of an even length: two floats of each window at once, as in {@link #eightByOne}. With
     * 256-bit vectors it makes 79 GFLOP/s where the other makes 60, of 103 (AMD EPYC).
     */
    static void fourByTwoOfPairs(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int x1 = in.offsets()[i + 1] + shift, y1 = out.offsets()[i + 1] + to + j;
        int x2 = in.offsets()[i + 2] + shift, y2 = out.offsets()[i + 2] + to + j;
        int x3 = in.offsets()[i + 3] + shift, y3 = out.offsets()[i + 3] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0),
                b0 = FloatVector.fromArray(SPECIES, start, s0 + LANES);
        int s1 = bias | y1 & keep;
        FloatVector a1 = FloatVector.fromArray(SPECIES, start, s1),
                b1 = FloatVector.fromArray(SPECIES, start, s1 + LANES);
        int s2 = bias | y2 & keep;
        FloatVector a2 = FloatVector.fromArray(SPECIES, start, s2),
                b2 = FloatVector.fromArray(SPECIES, start, s2 + LANES);
        int s3 = bias | y3 & keep;
        FloatVector a3 = FloatVector.fromArray(SPECIES, start, s3),
                b3 = FloatVector.fromArray(SPECIES, start, s3 + LANES);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j), bAt = weights.index(k0, j + LANES);
        for (int k = 0; k < length; k += 2) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL),
                    wB = FloatVector.fromArray(SPECIES, w, bAt + k * PANEL);
            FloatVector v0 = FloatVector.broadcast(SPECIES, x[x0 + k]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, x[x1 + k]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, x[x2 + k]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, x[x3 + k]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
            FloatVector wAx = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL + PANEL),
                    wBx = FloatVector.fromArray(SPECIES, w, bAt + k * PANEL + PANEL);
            FloatVector v0x = FloatVector.broadcast(SPECIES, x[x0 + k + 1]);
            a0 = v0x.fma(wAx, a0);
            b0 = v0x.fma(wBx, b0);
            FloatVector v1x = FloatVector.broadcast(SPECIES, x[x1 + k + 1]);
            a1 = v1x.fma(wAx, a1);
            b1 = v1x.fma(wBx, b1);
            FloatVector v2x = FloatVector.broadcast(SPECIES, x[x2 + k + 1]);
            a2 = v2x.fma(wAx, a2);
            b2 = v2x.fma(wBx, b2);
            FloatVector v3x = FloatVector.broadcast(SPECIES, x[x3 + k + 1]);
            a3 = v3x.fma(wAx, a3);
            b3 = v3x.fma(wBx, b3);
        }
        a0.intoArray(y, y0);
        b0.intoArray(y, y0 + LANES);
        a1.intoArray(y, y1);
        b1.intoArray(y, y1 + LANES);
        a2.intoArray(y, y2);
        b2.intoArray(y, y2 + LANES);
        a3.intoArray(y, y3);
        b3.intoArray(y, y3 + LANES);
    }

    /**
     * Windows {@code i .. i+7}, one vector, runs of an even length: two floats of each window at once are half of the
     * integer arithmetic, which else keeps the vectors' ports busy.
     */
    static void eightByOne(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int x1 = in.offsets()[i + 1] + shift, y1 = out.offsets()[i + 1] + to + j;
        int x2 = in.offsets()[i + 2] + shift, y2 = out.offsets()[i + 2] + to + j;
        int x3 = in.offsets()[i + 3] + shift, y3 = out.offsets()[i + 3] + to + j;
        int x4 = in.offsets()[i + 4] + shift, y4 = out.offsets()[i + 4] + to + j;
        int x5 = in.offsets()[i + 5] + shift, y5 = out.offsets()[i + 5] + to + j;
        int x6 = in.offsets()[i + 6] + shift, y6 = out.offsets()[i + 6] + to + j;
        int x7 = in.offsets()[i + 7] + shift, y7 = out.offsets()[i + 7] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0);
        int s1 = bias | y1 & keep;
        FloatVector a1 = FloatVector.fromArray(SPECIES, start, s1);
        int s2 = bias | y2 & keep;
        FloatVector a2 = FloatVector.fromArray(SPECIES, start, s2);
        int s3 = bias | y3 & keep;
        FloatVector a3 = FloatVector.fromArray(SPECIES, start, s3);
        int s4 = bias | y4 & keep;
        FloatVector a4 = FloatVector.fromArray(SPECIES, start, s4);
        int s5 = bias | y5 & keep;
        FloatVector a5 = FloatVector.fromArray(SPECIES, start, s5);
        int s6 = bias | y6 & keep;
        FloatVector a6 = FloatVector.fromArray(SPECIES, start, s6);
        int s7 = bias | y7 & keep;
        FloatVector a7 = FloatVector.fromArray(SPECIES, start, s7);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j);
        for (int k = 0; k < length; k += 2) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL);
            a0 = FloatVector.broadcast(SPECIES, x[x0 + k]).fma(wA, a0);
            a1 = FloatVector.broadcast(SPECIES, x[x1 + k]).fma(wA, a1);
            a2 = FloatVector.broadcast(SPECIES, x[x2 + k]).fma(wA, a2);
            a3 = FloatVector.broadcast(SPECIES, x[x3 + k]).fma(wA, a3);
            a4 = FloatVector.broadcast(SPECIES, x[x4 + k]).fma(wA, a4);
            a5 = FloatVector.broadcast(SPECIES, x[x5 + k]).fma(wA, a5);
            a6 = FloatVector.broadcast(SPECIES, x[x6 + k]).fma(wA, a6);
            a7 = FloatVector.broadcast(SPECIES, x[x7 + k]).fma(wA, a7);
            FloatVector wAx = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL + PANEL);
            a0 = FloatVector.broadcast(SPECIES, x[x0 + k + 1]).fma(wAx, a0);
            a1 = FloatVector.broadcast(SPECIES, x[x1 + k + 1]).fma(wAx, a1);
            a2 = FloatVector.broadcast(SPECIES, x[x2 + k + 1]).fma(wAx, a2);
            a3 = FloatVector.broadcast(SPECIES, x[x3 + k + 1]).fma(wAx, a3);
            a4 = FloatVector.broadcast(SPECIES, x[x4 + k + 1]).fma(wAx, a4);
            a5 = FloatVector.broadcast(SPECIES, x[x5 + k + 1]).fma(wAx, a5);
            a6 = FloatVector.broadcast(SPECIES, x[x6 + k + 1]).fma(wAx, a6);
            a7 = FloatVector.broadcast(SPECIES, x[x7 + k + 1]).fma(wAx, a7);
        }
        a0.intoArray(y, y0);
        a1.intoArray(y, y1);
        a2.intoArray(y, y2);
        a3.intoArray(y, y3);
        a4.intoArray(y, y4);
        a5.intoArray(y, y5);
        a6.intoArray(y, y6);
        a7.intoArray(y, y7);
    }

    /** Windows {@code i .. i+3}, one vector. */
    static void fourByOne(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int x1 = in.offsets()[i + 1] + shift, y1 = out.offsets()[i + 1] + to + j;
        int x2 = in.offsets()[i + 2] + shift, y2 = out.offsets()[i + 2] + to + j;
        int x3 = in.offsets()[i + 3] + shift, y3 = out.offsets()[i + 3] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0);
        int s1 = bias | y1 & keep;
        FloatVector a1 = FloatVector.fromArray(SPECIES, start, s1);
        int s2 = bias | y2 & keep;
        FloatVector a2 = FloatVector.fromArray(SPECIES, start, s2);
        int s3 = bias | y3 & keep;
        FloatVector a3 = FloatVector.fromArray(SPECIES, start, s3);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j);
        for (int k = 0; k < length; k++) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL);
            a0 = FloatVector.broadcast(SPECIES, x[x0 + k]).fma(wA, a0);
            a1 = FloatVector.broadcast(SPECIES, x[x1 + k]).fma(wA, a1);
            a2 = FloatVector.broadcast(SPECIES, x[x2 + k]).fma(wA, a2);
            a3 = FloatVector.broadcast(SPECIES, x[x3 + k]).fma(wA, a3);
        }
        a0.intoArray(y, y0);
        a1.intoArray(y, y1);
        a2.intoArray(y, y2);
        a3.intoArray(y, y3);
    }

    /** Window {@code i}, four vectors. */
    static void oneByFour(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0),
                b0 = FloatVector.fromArray(SPECIES, start, s0 + LANES);
        FloatVector c0 = FloatVector.fromArray(SPECIES, start, s0 + 2 * LANES),
                d0 = FloatVector.fromArray(SPECIES, start, s0 + 3 * LANES);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j), bAt = weights.index(k0, j + LANES);
        int cAt = weights.index(k0, j + 2 * LANES), dAt = weights.index(k0, j + 3 * LANES);
        for (int k = 0; k < length; k++) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL),
                    wB = FloatVector.fromArray(SPECIES, w, bAt + k * PANEL);
            FloatVector wC = FloatVector.fromArray(SPECIES, w, cAt + k * PANEL),
                    wD = FloatVector.fromArray(SPECIES, w, dAt + k * PANEL);
            FloatVector v0 = FloatVector.broadcast(SPECIES, x[x0 + k]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            c0 = v0.fma(wC, c0);
            d0 = v0.fma(wD, d0);
        }
        a0.intoArray(y, y0);
        b0.intoArray(y, y0 + LANES);
        c0.intoArray(y, y0 + 2 * LANES);
        d0.intoArray(y, y0 + 3 * LANES);
    }

    /** Window {@code i}, one vector. */
    static void oneByOne(
            PackedWeights weights, int j, Windows in, int from, int run, int i, RowOffsets out, int to, float[] start) {
        float[] x = in.values();
        float[] w = weights.values();
        float[] y = out.values();
        int keep = -Math.min(run, 1), bias = weights.biasOffset() + j & ~keep;
        int shift = from + run * in.runStride();
        int x0 = in.offsets()[i] + shift, y0 = out.offsets()[i] + to + j;
        int s0 = bias | y0 & keep;
        FloatVector a0 = FloatVector.fromArray(SPECIES, start, s0);
        int length = in.runLength(), k0 = run * length;
        int aAt = weights.index(k0, j);
        for (int k = 0; k < length; k++) {
            FloatVector wA = FloatVector.fromArray(SPECIES, w, aAt + k * PANEL);
            a0 = FloatVector.broadcast(SPECIES, x[x0 + k]).fma(wA, a0);
        }
        a0.intoArray(y, y0);
    }
}
