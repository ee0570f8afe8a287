package io.htsrl.policies.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Variant of {@link VectorWindowTiles} with sixteen sums: half of the loads of eight. They fit the 32 registers of
 * processors with 512-bit vectors, not the 16 of others. In methods as large as these the JIT compiler inlines only the
 * vectors' own methods, which it always does: with a helper of ours it would allocate, and take ten times as long. It
 * does so, too, from 25 fma on, in some JVMs: each brings the class checks that have failed in the vectors' look-up of
 * operations, often 4, and at 100 (PerMethodTrapLimit) the compiler believes no type any more. So nothing here is
 * unrolled, though two floats at once would be a tenth faster.
 */
final class WideWindowTiles {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();
    private static final int PANEL = DenseKernel.ALIGNMENT;

    private WideWindowTiles() {}

    /** Windows {@code i .. i+3}, columns of four vectors from {@code j}, run {@code run}. */
    static void fourByFour(
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
        FloatVector c0 = FloatVector.fromArray(SPECIES, start, s0 + 2 * LANES),
                d0 = FloatVector.fromArray(SPECIES, start, s0 + 3 * LANES);
        int s1 = bias | y1 & keep;
        FloatVector a1 = FloatVector.fromArray(SPECIES, start, s1),
                b1 = FloatVector.fromArray(SPECIES, start, s1 + LANES);
        FloatVector c1 = FloatVector.fromArray(SPECIES, start, s1 + 2 * LANES),
                d1 = FloatVector.fromArray(SPECIES, start, s1 + 3 * LANES);
        int s2 = bias | y2 & keep;
        FloatVector a2 = FloatVector.fromArray(SPECIES, start, s2),
                b2 = FloatVector.fromArray(SPECIES, start, s2 + LANES);
        FloatVector c2 = FloatVector.fromArray(SPECIES, start, s2 + 2 * LANES),
                d2 = FloatVector.fromArray(SPECIES, start, s2 + 3 * LANES);
        int s3 = bias | y3 & keep;
        FloatVector a3 = FloatVector.fromArray(SPECIES, start, s3),
                b3 = FloatVector.fromArray(SPECIES, start, s3 + LANES);
        FloatVector c3 = FloatVector.fromArray(SPECIES, start, s3 + 2 * LANES),
                d3 = FloatVector.fromArray(SPECIES, start, s3 + 3 * LANES);
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
            FloatVector v1 = FloatVector.broadcast(SPECIES, x[x1 + k]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            c1 = v1.fma(wC, c1);
            d1 = v1.fma(wD, d1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, x[x2 + k]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            c2 = v2.fma(wC, c2);
            d2 = v2.fma(wD, d2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, x[x3 + k]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
            c3 = v3.fma(wC, c3);
            d3 = v3.fma(wD, d3);
        }
        a0.intoArray(y, y0);
        b0.intoArray(y, y0 + LANES);
        c0.intoArray(y, y0 + 2 * LANES);
        d0.intoArray(y, y0 + 3 * LANES);
        a1.intoArray(y, y1);
        b1.intoArray(y, y1 + LANES);
        c1.intoArray(y, y1 + 2 * LANES);
        d1.intoArray(y, y1 + 3 * LANES);
        a2.intoArray(y, y2);
        b2.intoArray(y, y2 + LANES);
        c2.intoArray(y, y2 + 2 * LANES);
        d2.intoArray(y, y2 + 3 * LANES);
        a3.intoArray(y, y3);
        b3.intoArray(y, y3 + LANES);
        c3.intoArray(y, y3 + 2 * LANES);
        d3.intoArray(y, y3 + 3 * LANES);
    }

    /** Windows {@code i .. i+7}, two vectors. */
    static void eightByTwo(
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
        int s4 = bias | y4 & keep;
        FloatVector a4 = FloatVector.fromArray(SPECIES, start, s4),
                b4 = FloatVector.fromArray(SPECIES, start, s4 + LANES);
        int s5 = bias | y5 & keep;
        FloatVector a5 = FloatVector.fromArray(SPECIES, start, s5),
                b5 = FloatVector.fromArray(SPECIES, start, s5 + LANES);
        int s6 = bias | y6 & keep;
        FloatVector a6 = FloatVector.fromArray(SPECIES, start, s6),
                b6 = FloatVector.fromArray(SPECIES, start, s6 + LANES);
        int s7 = bias | y7 & keep;
        FloatVector a7 = FloatVector.fromArray(SPECIES, start, s7),
                b7 = FloatVector.fromArray(SPECIES, start, s7 + LANES);
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
            FloatVector v4 = FloatVector.broadcast(SPECIES, x[x4 + k]);
            a4 = v4.fma(wA, a4);
            b4 = v4.fma(wB, b4);
            FloatVector v5 = FloatVector.broadcast(SPECIES, x[x5 + k]);
            a5 = v5.fma(wA, a5);
            b5 = v5.fma(wB, b5);
            FloatVector v6 = FloatVector.broadcast(SPECIES, x[x6 + k]);
            a6 = v6.fma(wA, a6);
            b6 = v6.fma(wB, b6);
            FloatVector v7 = FloatVector.broadcast(SPECIES, x[x7 + k]);
            a7 = v7.fma(wA, a7);
            b7 = v7.fma(wB, b7);
        }
        a0.intoArray(y, y0);
        b0.intoArray(y, y0 + LANES);
        a1.intoArray(y, y1);
        b1.intoArray(y, y1 + LANES);
        a2.intoArray(y, y2);
        b2.intoArray(y, y2 + LANES);
        a3.intoArray(y, y3);
        b3.intoArray(y, y3 + LANES);
        a4.intoArray(y, y4);
        b4.intoArray(y, y4 + LANES);
        a5.intoArray(y, y5);
        b5.intoArray(y, y5 + LANES);
        a6.intoArray(y, y6);
        b6.intoArray(y, y6 + LANES);
        a7.intoArray(y, y7);
        b7.intoArray(y, y7 + LANES);
    }
}
