package io.htsrl.policies.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Inner loops of {@link VectorProducts}: rows of sums by vectors of columns, which stay in registers over all terms.
 * See {@link VectorWindowTiles} for why they are as large as they are.
 */
final class VectorProductTiles {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private VectorProductTiles() {}

    /**
     * Adds an even number of terms to four rows of two vectors, two at once. With 256-bit vectors this makes 57 GFLOP/s
     * on Java 17, and one at a time 48, of 103 (AMD EPYC). On Java 25 both make 56; tiles of six rows make 57 and 47.
     */
    static void fourByTwo(
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
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector b1 = FloatVector.fromArray(SPECIES, sums, y1 + LANES);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector b2 = FloatVector.fromArray(SPECIES, sums, y2 + LANES);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        FloatVector b3 = FloatVector.fromArray(SPECIES, sums, y3 + LANES);
        for (int p = first; p < end; p += 2) {
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
            int fx = xAt[p + 1] + x, qx = gAt[p + 1] + g;
            FloatVector wAx = FloatVector.fromArray(SPECIES, gs, qx);
            FloatVector wBx = FloatVector.fromArray(SPECIES, gs, qx + LANES);
            FloatVector v0x = FloatVector.broadcast(SPECIES, xs[fx]);
            a0 = v0x.fma(wAx, a0);
            b0 = v0x.fma(wBx, b0);
            FloatVector v1x = FloatVector.broadcast(SPECIES, xs[fx + 1]);
            a1 = v1x.fma(wAx, a1);
            b1 = v1x.fma(wBx, b1);
            FloatVector v2x = FloatVector.broadcast(SPECIES, xs[fx + 2]);
            a2 = v2x.fma(wAx, a2);
            b2 = v2x.fma(wBx, b2);
            FloatVector v3x = FloatVector.broadcast(SPECIES, xs[fx + 3]);
            a3 = v3x.fma(wAx, a3);
            b3 = v3x.fma(wBx, b3);
        }
        a0.intoArray(sums, y0);
        b0.intoArray(sums, y0 + LANES);
        a1.intoArray(sums, y1);
        b1.intoArray(sums, y1 + LANES);
        a2.intoArray(sums, y2);
        b2.intoArray(sums, y2 + LANES);
        a3.intoArray(sums, y3);
        b3.intoArray(sums, y3 + LANES);
    }

    /**
     * Adds an even number of terms to four rows of two vectors. The rows lie side by side in panels of one vector for
     * each term, and so do the vectors.
     */
    static void fourByTwoOfPanels(
            float[] xs, int x, float[] gs, int g, int panel, int terms, float[] sums, int at, int stride) {
        int y0 = at;
        int y1 = at + stride;
        int y2 = at + 2 * stride;
        int y3 = at + 3 * stride;
        FloatVector a0 = FloatVector.fromArray(SPECIES, sums, y0);
        FloatVector b0 = FloatVector.fromArray(SPECIES, sums, y0 + LANES);
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector b1 = FloatVector.fromArray(SPECIES, sums, y1 + LANES);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector b2 = FloatVector.fromArray(SPECIES, sums, y2 + LANES);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        FloatVector b3 = FloatVector.fromArray(SPECIES, sums, y3 + LANES);
        int h = g + panel;
        for (int p = 0; p < terms; p += 2) {
            FloatVector wA = FloatVector.fromArray(SPECIES, gs, g + p * LANES);
            FloatVector wB = FloatVector.fromArray(SPECIES, gs, h + p * LANES);
            FloatVector v0 = FloatVector.broadcast(SPECIES, xs[x + p * LANES]);
            a0 = v0.fma(wA, a0);
            b0 = v0.fma(wB, b0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, xs[x + p * LANES + 1]);
            a1 = v1.fma(wA, a1);
            b1 = v1.fma(wB, b1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, xs[x + p * LANES + 2]);
            a2 = v2.fma(wA, a2);
            b2 = v2.fma(wB, b2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, xs[x + p * LANES + 3]);
            a3 = v3.fma(wA, a3);
            b3 = v3.fma(wB, b3);
            FloatVector wAx = FloatVector.fromArray(SPECIES, gs, g + p * LANES + LANES);
            FloatVector wBx = FloatVector.fromArray(SPECIES, gs, h + p * LANES + LANES);
            FloatVector v0x = FloatVector.broadcast(SPECIES, xs[x + p * LANES + LANES]);
            a0 = v0x.fma(wAx, a0);
            b0 = v0x.fma(wBx, b0);
            FloatVector v1x = FloatVector.broadcast(SPECIES, xs[x + p * LANES + LANES + 1]);
            a1 = v1x.fma(wAx, a1);
            b1 = v1x.fma(wBx, b1);
            FloatVector v2x = FloatVector.broadcast(SPECIES, xs[x + p * LANES + LANES + 2]);
            a2 = v2x.fma(wAx, a2);
            b2 = v2x.fma(wBx, b2);
            FloatVector v3x = FloatVector.broadcast(SPECIES, xs[x + p * LANES + LANES + 3]);
            a3 = v3x.fma(wAx, a3);
            b3 = v3x.fma(wBx, b3);
        }
        a0.intoArray(sums, y0);
        b0.intoArray(sums, y0 + LANES);
        a1.intoArray(sums, y1);
        b1.intoArray(sums, y1 + LANES);
        a2.intoArray(sums, y2);
        b2.intoArray(sums, y2 + LANES);
        a3.intoArray(sums, y3);
        b3.intoArray(sums, y3 + LANES);
    }

    /** Adds to eight rows of one vector. */
    static void eightByOne(
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
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        FloatVector a4 = FloatVector.fromArray(SPECIES, sums, y4);
        FloatVector a5 = FloatVector.fromArray(SPECIES, sums, y5);
        FloatVector a6 = FloatVector.fromArray(SPECIES, sums, y6);
        FloatVector a7 = FloatVector.fromArray(SPECIES, sums, y7);
        for (int p = first; p < end; p++) {
            int f = xAt[p] + x, q = gAt[p] + g;
            FloatVector wA = FloatVector.fromArray(SPECIES, gs, q);
            FloatVector v0 = FloatVector.broadcast(SPECIES, xs[f]);
            a0 = v0.fma(wA, a0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, xs[f + 1]);
            a1 = v1.fma(wA, a1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, xs[f + 2]);
            a2 = v2.fma(wA, a2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, xs[f + 3]);
            a3 = v3.fma(wA, a3);
            FloatVector v4 = FloatVector.broadcast(SPECIES, xs[f + 4]);
            a4 = v4.fma(wA, a4);
            FloatVector v5 = FloatVector.broadcast(SPECIES, xs[f + 5]);
            a5 = v5.fma(wA, a5);
            FloatVector v6 = FloatVector.broadcast(SPECIES, xs[f + 6]);
            a6 = v6.fma(wA, a6);
            FloatVector v7 = FloatVector.broadcast(SPECIES, xs[f + 7]);
            a7 = v7.fma(wA, a7);
        }
        a0.intoArray(sums, y0);
        a1.intoArray(sums, y1);
        a2.intoArray(sums, y2);
        a3.intoArray(sums, y3);
        a4.intoArray(sums, y4);
        a5.intoArray(sums, y5);
        a6.intoArray(sums, y6);
        a7.intoArray(sums, y7);
    }

    /** Adds to four rows of one vector. */
    static void fourByOne(
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
        FloatVector a1 = FloatVector.fromArray(SPECIES, sums, y1);
        FloatVector a2 = FloatVector.fromArray(SPECIES, sums, y2);
        FloatVector a3 = FloatVector.fromArray(SPECIES, sums, y3);
        for (int p = first; p < end; p++) {
            int f = xAt[p] + x, q = gAt[p] + g;
            FloatVector wA = FloatVector.fromArray(SPECIES, gs, q);
            FloatVector v0 = FloatVector.broadcast(SPECIES, xs[f]);
            a0 = v0.fma(wA, a0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, xs[f + 1]);
            a1 = v1.fma(wA, a1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, xs[f + 2]);
            a2 = v2.fma(wA, a2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, xs[f + 3]);
            a3 = v3.fma(wA, a3);
        }
        a0.intoArray(sums, y0);
        a1.intoArray(sums, y1);
        a2.intoArray(sums, y2);
        a3.intoArray(sums, y3);
    }

    /** Adds to one row of sums, four vectors. */
    static void fourColumnSums(RowOffsets rows, int shift, int first, int end, float[] sums, int at) {
        float[] values = rows.values();
        FloatVector a = FloatVector.fromArray(SPECIES, sums, at), b = FloatVector.fromArray(SPECIES, sums, at + LANES);
        FloatVector c = FloatVector.fromArray(SPECIES, sums, at + 2 * LANES),
                d = FloatVector.fromArray(SPECIES, sums, at + 3 * LANES);
        for (int p = first; p < end; p++) {
            int from = rows.offsets()[p] + shift;
            a = a.add(FloatVector.fromArray(SPECIES, values, from));
            b = b.add(FloatVector.fromArray(SPECIES, values, from + LANES));
            c = c.add(FloatVector.fromArray(SPECIES, values, from + 2 * LANES));
            d = d.add(FloatVector.fromArray(SPECIES, values, from + 3 * LANES));
        }
        a.intoArray(sums, at);
        b.intoArray(sums, at + LANES);
        c.intoArray(sums, at + 2 * LANES);
        d.intoArray(sums, at + 3 * LANES);
    }

    /** Adds to one row of sums, one vector. */
    static void columnSum(RowOffsets rows, int shift, int first, int end, float[] sums, int at) {
        FloatVector a = FloatVector.fromArray(SPECIES, sums, at);
        for (int p = first; p < end; p++) {
            a = a.add(FloatVector.fromArray(SPECIES, rows.values(), rows.offsets()[p] + shift));
        }
        a.intoArray(sums, at);
    }
}
