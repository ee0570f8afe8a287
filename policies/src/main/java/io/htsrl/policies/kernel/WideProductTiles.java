package io.htsrl.policies.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Variant of {@link VectorProductTiles} with 16 sums: see {@link WideWindowTiles}. */
final class WideProductTiles {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private WideProductTiles() {}

    /** Adds to four rows of four vectors. */
    static void fourByFour(
            RowOffsets left, int x, RowOffsets right, int g, int first, int end, float[] sums, int at, int stride) {
        float[] xs = left.values();
        float[] gs = right.values();
        int[] xAt = left.offsets();
        int[] gAt = right.offsets();
        int y0 = at;
        int y1 = at + stride;
        int y2 = at + 2 * stride;
        int y3 = at + 3 * stride;
        FloatVector a0 = FloatVector.fromArray(SPECIES, sums, y0);
        FloatVector b0 = FloatVector.fromArray(SPECIES, sums, y0 + LANES);
        FloatVector c0 = FloatVector.fromArray(SPECIES, sums, y0 + 2 * LANES);
        FloatVector d0 = FloatVector.fromArray(SPECIES, sums, y0 + 3 * LANES);
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector b1 = FloatVector.fromArray(SPECIES, sums, y1 + LANES);
        FloatVector c1 = FloatVector.fromArray(SPECIES, sums, y1 + 2 * LANES);
        FloatVector d1 = FloatVector.fromArray(SPECIES, sums, y1 + 3 * LANES);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector b2 = FloatVector.fromArray(SPECIES, sums, y2 + LANES);
        FloatVector c2 = FloatVector.fromArray(SPECIES, sums, y2 + 2 * LANES);
        FloatVector d2 = FloatVector.fromArray(SPECIES, sums, y2 + 3 * LANES);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        FloatVector b3 = FloatVector.fromArray(SPECIES, sums, y3 + LANES);
        FloatVector c3 = FloatVector.fromArray(SPECIES, sums, y3 + 2 * LANES);
        FloatVector d3 = FloatVector.fromArray(SPECIES, sums, y3 + 3 * LANES);
        for (int p = first; p < end; p++) {
            int f = xAt[p] + x, q = gAt[p] + g;
            FloatVector wA = FloatVector.fromArray(SPECIES, gs, q);
            FloatVector wB = FloatVector.fromArray(SPECIES, gs, q + LANES);
            FloatVector wC = FloatVector.fromArray(SPECIES, gs, q + 2 * LANES);
            FloatVector wD = FloatVector.fromArray(SPECIES, gs, q + 3 * LANES);
            FloatVector v0 = FloatVector.broadcast(SPECIES, xs[f]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            c0 = v0.fma(wC, c0);
            d0 = v0.fma(wD, d0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, xs[f + 1]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            c1 = v1.fma(wC, c1);
            d1 = v1.fma(wD, d1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, xs[f + 2]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            c2 = v2.fma(wC, c2);
            d2 = v2.fma(wD, d2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, xs[f + 3]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
            c3 = v3.fma(wC, c3);
            d3 = v3.fma(wD, d3);
        }
        a0.intoArray(sums, y0);
        b0.intoArray(sums, y0 + LANES);
        c0.intoArray(sums, y0 + 2 * LANES);
        d0.intoArray(sums, y0 + 3 * LANES);
        a1.intoArray(sums, y1);
        b1.intoArray(sums, y1 + LANES);
        c1.intoArray(sums, y1 + 2 * LANES);
        d1.intoArray(sums, y1 + 3 * LANES);
        a2.intoArray(sums, y2);
        b2.intoArray(sums, y2 + LANES);
        c2.intoArray(sums, y2 + 2 * LANES);
        d2.intoArray(sums, y2 + 3 * LANES);
        a3.intoArray(sums, y3);
        b3.intoArray(sums, y3 + LANES);
        c3.intoArray(sums, y3 + 2 * LANES);
        d3.intoArray(sums, y3 + 3 * LANES);
    }

    /** Adds to eight rows of two vectors. */
    static void eightByTwo(
            RowOffsets left, int x, RowOffsets right, int g, int first, int end, float[] sums, int at, int stride) {
        float[] xs = left.values();
        float[] gs = right.values();
        int[] xAt = left.offsets();
        int[] gAt = right.offsets();
        int y0 = at;
        int y1 = at + stride;
        int y2 = at + 2 * stride;
        int y3 = at + 3 * stride;
        int y4 = at + 4 * stride;
        int y5 = at + 5 * stride;
        int y6 = at + 6 * stride;
        int y7 = at + 7 * stride;
        FloatVector a0 = FloatVector.fromArray(SPECIES, sums, y0);
        FloatVector b0 = FloatVector.fromArray(SPECIES, sums, y0 + LANES);
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector b1 = FloatVector.fromArray(SPECIES, sums, y1 + LANES);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector b2 = FloatVector.fromArray(SPECIES, sums, y2 + LANES);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        FloatVector b3 = FloatVector.fromArray(SPECIES, sums, y3 + LANES);
        FloatVector a4 = FloatVector.fromArray(SPECIES, sums, y4);
        FloatVector b4 = FloatVector.fromArray(SPECIES, sums, y4 + LANES);
        FloatVector a5 = FloatVector.fromArray(SPECIES, sums, y5);
        FloatVector b5 = FloatVector.fromArray(SPECIES, sums, y5 + LANES);
        FloatVector a6 = FloatVector.fromArray(SPECIES, sums, y6);
        FloatVector b6 = FloatVector.fromArray(SPECIES, sums, y6 + LANES);
        FloatVector a7 = FloatVector.fromArray(SPECIES, sums, y7);
        FloatVector b7 = FloatVector.fromArray(SPECIES, sums, y7 + LANES);
        for (int p = first; p < end; p++) {
            int f = xAt[p] + x, q = gAt[p] + g;
            FloatVector wA = FloatVector.fromArray(SPECIES, gs, q);
            FloatVector wB = FloatVector.fromArray(SPECIES, gs, q + LANES);
            FloatVector v0 = FloatVector.broadcast(SPECIES, xs[f]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, xs[f + 1]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, xs[f + 2]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, xs[f + 3]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
            FloatVector v4 = FloatVector.broadcast(SPECIES, xs[f + 4]);
            a4 = v4.fma(wA, a4);
            b4 = v4.fma(wB, b4);
            FloatVector v5 = FloatVector.broadcast(SPECIES, xs[f + 5]);
            a5 = v5.fma(wA, a5);
            b5 = v5.fma(wB, b5);
            FloatVector v6 = FloatVector.broadcast(SPECIES, xs[f + 6]);
            a6 = v6.fma(wA, a6);
            b6 = v6.fma(wB, b6);
            FloatVector v7 = FloatVector.broadcast(SPECIES, xs[f + 7]);
            a7 = v7.fma(wA, a7);
            b7 = v7.fma(wB, b7);
        }
        a0.intoArray(sums, y0);
        b0.intoArray(sums, y0 + LANES);
        a1.intoArray(sums, y1);
        b1.intoArray(sums, y1 + LANES);
        a2.intoArray(sums, y2);
        b2.intoArray(sums, y2 + LANES);
        a3.intoArray(sums, y3);
        b3.intoArray(sums, y3 + LANES);
        a4.intoArray(sums, y4);
        b4.intoArray(sums, y4 + LANES);
        a5.intoArray(sums, y5);
        b5.intoArray(sums, y5 + LANES);
        a6.intoArray(sums, y6);
        b6.intoArray(sums, y6 + LANES);
        a7.intoArray(sums, y7);
        b7.intoArray(sums, y7 + LANES);
    }
}
