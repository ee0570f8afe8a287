package io.htsrl.policies.kernel;

import io.htsrl.policies.kernel.DenseKernel.InputRows;
import io.htsrl.policies.kernel.DenseKernel.OutputRows;
import io.htsrl.policies.kernel.DenseKernel.Weights;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops of {@link VectorKernel#dense}: tiles of rows by vectors, whose sums stay in registers. A tile's shape
 * decides how often a weight is loaded and how many additions are under way at once, never what is added to what.
 */
final class VectorTiles {
    private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
    private static final int LANES = SPECIES.length();

    private VectorTiles() {}

    /** Rows {@code i .. i+3}, columns from {@code j}: eight sums, enough to hide the latency of fma. */
    static void fourRowsTwoVectors(Weights weights, int j, int depth, InputRows in, int i, OutputRows out) {
        float[] x = in.values;
        float[] w = weights.values();
        int x0 = in.offsets[i] + in.shift;
        int x1 = in.offsets[i + 1] + in.shift;
        int x2 = in.offsets[i + 2] + in.shift;
        int x3 = in.offsets[i + 3] + in.shift;
        FloatVector a0 = load(weights.bias(), weights.biasOffset() + j);
        FloatVector b0 = load(weights.bias(), weights.biasOffset() + j + LANES);
        FloatVector a1 = a0, a2 = a0, a3 = a0;
        FloatVector b1 = b0, b2 = b0, b3 = b0;
        int at = weights.offset() + j;
        for (int k = 0; k < depth; k++) {
            FloatVector wa = load(w, at);
            FloatVector wb = load(w, at + LANES);
            FloatVector v0 = FloatVector.broadcast(SPECIES, x[x0 + k]);
            a0 = v0.fma(wa, a0);
            b0 = v0.fma(wb, b0);
            FloatVector v1 = FloatVector.broadcast(SPECIES, x[x1 + k]);
            a1 = v1.fma(wa, a1);
            b1 = v1.fma(wb, b1);
            FloatVector v2 = FloatVector.broadcast(SPECIES, x[x2 + k]);
            a2 = v2.fma(wa, a2);
            b2 = v2.fma(wb, b2);
            FloatVector v3 = FloatVector.broadcast(SPECIES, x[x3 + k]);
            a3 = v3.fma(wa, a3);
            b3 = v3.fma(wb, b3);
            at += weights.width();
        }
        int stride = out.stride();
        int target = i * stride + out.shift() + j;
        storePair(a0, b0, out.values(), target);
        storePair(a1, b1, out.values(), target + stride);
        storePair(a2, b2, out.values(), target + 2 * stride);
        storePair(a3, b3, out.values(), target + 3 * stride);
    }

    /** Rows {@code i .. i+3}, one vector of columns from {@code j}: the last one of an odd width, small heads. */
    static void fourRowsOneVector(Weights weights, int j, int depth, InputRows in, int i, OutputRows out) {
        float[] x = in.values;
        int x0 = in.offsets[i] + in.shift;
        int x1 = in.offsets[i + 1] + in.shift;
        int x2 = in.offsets[i + 2] + in.shift;
        int x3 = in.offsets[i + 3] + in.shift;
        FloatVector a0 = load(weights.bias(), weights.biasOffset() + j);
        FloatVector a1 = a0, a2 = a0, a3 = a0;
        int at = weights.offset() + j;
        for (int k = 0; k < depth; k++) {
            FloatVector w = load(weights.values(), at);
            a0 = FloatVector.broadcast(SPECIES, x[x0 + k]).fma(w, a0);
            a1 = FloatVector.broadcast(SPECIES, x[x1 + k]).fma(w, a1);
            a2 = FloatVector.broadcast(SPECIES, x[x2 + k]).fma(w, a2);
            a3 = FloatVector.broadcast(SPECIES, x[x3 + k]).fma(w, a3);
            at += weights.width();
        }
        int stride = out.stride();
        int target = i * stride + out.shift() + j;
        a0.intoArray(out.values(), target);
        a1.intoArray(out.values(), target + stride);
        a2.intoArray(out.values(), target + 2 * stride);
        a3.intoArray(out.values(), target + 3 * stride);
    }

    /** Row {@code i}, four vectors of columns from {@code j}. */
    static void oneRowFourVectors(Weights weights, int j, int depth, InputRows in, int i, OutputRows out) {
        float[] w = weights.values();
        int x0 = in.offsets[i] + in.shift;
        int bias = weights.biasOffset() + j;
        FloatVector a = load(weights.bias(), bias);
        FloatVector b = load(weights.bias(), bias + LANES);
        FloatVector c = load(weights.bias(), bias + 2 * LANES);
        FloatVector d = load(weights.bias(), bias + 3 * LANES);
        int at = weights.offset() + j;
        for (int k = 0; k < depth; k++) {
            FloatVector v = FloatVector.broadcast(SPECIES, in.values[x0 + k]);
            a = v.fma(load(w, at), a);
            b = v.fma(load(w, at + LANES), b);
            c = v.fma(load(w, at + 2 * LANES), c);
            d = v.fma(load(w, at + 3 * LANES), d);
            at += weights.width();
        }
        int target = i * out.stride() + out.shift() + j;
        storePair(a, b, out.values(), target);
        storePair(c, d, out.values(), target + 2 * LANES);
    }

    /** Row {@code i}, one vector of columns from {@code j}. */
    static void oneRowOneVector(Weights weights, int j, int depth, InputRows in, int i, OutputRows out) {
        int x0 = in.offsets[i] + in.shift;
        FloatVector a = load(weights.bias(), weights.biasOffset() + j);
        int at = weights.offset() + j;
        for (int k = 0; k < depth; k++) {
            a = FloatVector.broadcast(SPECIES, in.values[x0 + k]).fma(load(weights.values(), at), a);
            at += weights.width();
        }
        a.intoArray(out.values(), i * out.stride() + out.shift() + j);
    }

    private static FloatVector load(float[] values, int at) {
        return FloatVector.fromArray(SPECIES, values, at);
    }

    private static void storePair(FloatVector a, FloatVector b, float[] values, int at) {
        a.intoArray(values, at);
        b.intoArray(values, at + LANES);
    }
}
