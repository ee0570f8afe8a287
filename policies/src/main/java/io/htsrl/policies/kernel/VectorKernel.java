package io.htsrl.policies.kernel;

import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernel in vectors over the columns, tiled over rows. Only {@link Kernels} may name this class: it links against the
 * incubating module {@code jdk.incubator.vector}, which can be absent at run time.
 *
 * <p>Vectors live in local variables of static methods over a constant species: the JIT compiler allocates the vectors
 * of calls that it does not inline.
 */
public final class VectorKernel implements DenseKernel {
    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED.length() > ALIGNMENT
            ? FloatVector.SPECIES_512
            : FloatVector.SPECIES_PREFERRED;
    /** True if the processor has 32 vector registers, as every processor with 512-bit vectors has. */
    static final boolean WIDE = SPECIES.length() == ALIGNMENT;

    private static final int LANES = SPECIES.length();
    private static final int SIGN = 0x80000000;

    @Override
    public String description() {
        return "vectors of " + SPECIES.vectorBitSize() + " bits";
    }

    @Override
    public void windows(PackedWeights weights, Windows in, int from, RowOffsets out, int to, int first, int count) {
        VectorWindows.sums(weights, in, from, out, to, first, count);
    }

    @Override
    public void products(
            RowOffsets left,
            int leftShift,
            RowOffsets right,
            int rightShift,
            int first,
            int count,
            GradientBlock sums) {
        VectorProducts.sums(left, leftShift, right, rightShift, first, count, sums);
    }

    @Override
    public void columnSums(RowOffsets rows, int shift, int first, int count, float[] sums, int at, int width) {
        int j = 0;
        for (; j + 4 * LANES <= width; j += 4 * LANES) {
            VectorProductTiles.fourColumnSums(rows, shift + j, first, first + count, sums, at + j);
        }
        for (; j < width; j += LANES) {
            VectorProductTiles.columnSum(rows, shift + j, first, first + count, sums, at + j);
        }
    }

    /**
     * Computes {@link RationalTanh#tanh}, lane by lane. All in one method: a separate method for one vector, compiled
     * before this loop, would be called with vectors on the heap for the rest of the run.
     */
    @Override
    public void tanh(float[] values, int at, int count) {
        for (int i = at; i < at + count; i += LANES) {
            FloatVector x = FloatVector.fromArray(SPECIES, values, i);
            FloatVector a = x.abs();
            a = a.blend(RationalTanh.CLAMP, a.compare(GT, RationalTanh.CLAMP));
            FloatVector u = a.mul(a);
            FloatVector p = u.fma(broadcast(RationalTanh.P4), broadcast(RationalTanh.P3));
            p = p.fma(u, broadcast(RationalTanh.P2));
            p = p.fma(u, broadcast(RationalTanh.P1));
            p = p.fma(u, broadcast(1));
            FloatVector q = u.fma(broadcast(RationalTanh.Q4), broadcast(RationalTanh.Q3));
            q = q.fma(u, broadcast(RationalTanh.Q2));
            q = q.fma(u, broadcast(RationalTanh.Q1));
            q = q.fma(u, broadcast(1));
            IntVector sign = x.reinterpretAsInts().and(SIGN);
            a.mul(p).div(q).reinterpretAsInts().or(sign).reinterpretAsFloats().intoArray(values, i);
        }
    }

    private static FloatVector broadcast(float value) {
        return FloatVector.broadcast(SPECIES, value);
    }

    @Override
    public void relu(float[] from, int f, float[] to, int t, int count) {
        for (int i = 0; i < count; i += LANES) {
            FloatVector x = FloatVector.fromArray(SPECIES, from, f + i);
            x.blend(0f, x.compare(LE, 0f)).intoArray(to, t + i);
        }
    }

    @Override
    public void max(float[] from, int a, int b, int c, float[] to, int t, int count) {
        for (int i = 0; i < count; i += LANES) {
            max(from, a + i, b + i, c + i).intoArray(to, t + i);
        }
    }

    private static FloatVector max(float[] from, int a, int b, int c) {
        FloatVector most = FloatVector.fromArray(SPECIES, from, a).max(FloatVector.fromArray(SPECIES, from, b));
        return most.max(FloatVector.fromArray(SPECIES, from, c));
    }

    @Override
    public void maxGradient(
            float[] values,
            int[] taps,
            int shift,
            float[] outer,
            int o,
            float[] gradient,
            int[] gradientTaps,
            int gradientShift,
            int count) {
        VectorMaxPool.gradient(values, taps, shift, outer, o, gradient, gradientTaps, gradientShift, count);
    }

    @Override
    public void tanhGradient(float[] gradient, float[] activations, int at, int count) {
        for (int i = at; i < at + count; i += LANES) {
            FloatVector a = FloatVector.fromArray(SPECIES, activations, i);
            FloatVector slope = a.neg().fma(a, broadcast(1));
            FloatVector.fromArray(SPECIES, gradient, i).mul(slope).intoArray(gradient, i);
        }
    }

    @Override
    public void reluGradient(float[] from, int f, float[] activations, int a, float[] to, int t, int count) {
        for (int i = 0; i < count; i += LANES) {
            FloatVector activation = FloatVector.fromArray(SPECIES, activations, a + i);
            FloatVector.fromArray(SPECIES, from, f + i)
                    .blend(0f, activation.compare(LE, 0f))
                    .intoArray(to, t + i);
        }
    }

    @Override
    public void reluGradient(
            RowOffsets from,
            int fromShift,
            RowOffsets activations,
            int activationShift,
            RowOffsets to,
            int toShift,
            int width) {
        int row = 0, column = 0;
        int vectors = from.offsets().length * width / LANES;
        for (int i = 0; i < vectors; i++) { // one loop: pixels are a few vectors each
            FloatVector activation = FloatVector.fromArray(
                    SPECIES, activations.values(), activations.offsets()[row] + activationShift + column);
            FloatVector.fromArray(SPECIES, from.values(), from.offsets()[row] + fromShift + column)
                    .blend(0f, activation.compare(LE, 0f))
                    .intoArray(to.values(), to.offsets()[row] + toShift + column);
            column += LANES;
            if (column == width) {
                column = 0;
                row++;
            }
        }
    }

    @Override
    public void fractions(byte[] bytes, int a, int b, int c, int d, float[] to, int t, int groups, int stride) {
        VectorFrames.fractions(bytes, a, b, c, d, to, t, groups, stride);
    }

    @Override
    public void add(float[] a, int at, float[] b, int from, int count) {
        for (int i = 0; i < count; i += LANES) {
            FloatVector.fromArray(SPECIES, a, at + i)
                    .add(FloatVector.fromArray(SPECIES, b, from + i))
                    .intoArray(a, at + i);
        }
    }

    /**
     * Loop of {@link VectorKernel#fractions}. Four pixels of a frame are one int; each lane of a vector extracts its
     * byte from the int of its frame. It takes a quarter of the time of a table.
     */
    private static final class VectorFrames {
        private static final VarHandle INTS =
                MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        private static final VectorSpecies<Float> SPECIES = VectorKernel.SPECIES;
        private static final VectorSpecies<Integer> WORDS = SPECIES.withLanes(int.class);
        private static final int LANES = SPECIES.length();
        /** Number of vectors of four pixels of four frames. */
        private static final int PARTS = DenseKernel.ALIGNMENT / LANES;

        /** Shift of each lane's byte, in bits. */
        private static final int[] BITS = bits();

        private static final VectorMask<Integer> SECOND = lanesOf(1);
        private static final VectorMask<Integer> THIRD = lanesOf(2);
        private static final VectorMask<Integer> FOURTH = lanesOf(3);

        private VectorFrames() {}

        private static VectorMask<Integer> lanesOf(int frame) {
            boolean[] set = new boolean[LANES];
            for (int i = frame; i < LANES; i += 4) {
                set[i] = true;
            }
            return VectorMask.fromArray(WORDS, set, 0);
        }

        private static int[] bits() {
            int[] bits = new int[LANES];
            for (int i = 0; i < LANES; i++) {
                bits[i] = i / 4 * Byte.SIZE;
            }
            return bits;
        }

        static void fractions(byte[] bytes, int a, int b, int c, int d, float[] to, int t, int groups, int stride) {
            IntVector shifts = IntVector.fromArray(WORDS, BITS, 0);
            for (int i = 0; i < groups * PARTS; i++) {
                int group = i / PARTS, part = i % PARTS;
                IntVector words = IntVector.broadcast(WORDS, (int) INTS.get(bytes, a + 4 * group))
                        .blend((int) INTS.get(bytes, b + 4 * group), SECOND)
                        .blend((int) INTS.get(bytes, c + 4 * group), THIRD)
                        .blend((int) INTS.get(bytes, d + 4 * group), FOURTH);
                IntVector values = words.lanewise(LSHR, shifts.add(part * LANES / 4 * Byte.SIZE))
                        .and(0xff);
                ((FloatVector) values.convert(I2F, 0)).div(255f).intoArray(to, t + group * stride + part * LANES);
            }
        }
    }
}
