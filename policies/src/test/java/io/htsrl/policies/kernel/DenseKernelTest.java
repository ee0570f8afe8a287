package io.htsrl.policies.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.DenseKernel.Weights;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Every operation of the vector kernel gives the scalar kernel's bits; NaN counts as one value. */
class DenseKernelTest {
    private static final DenseKernel SCALAR = new ScalarKernel();
    private static final DenseKernel VECTOR = new VectorKernel();
    private static final float[] SPECIAL = {
        0f,
        -0f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MAX_VALUE,
        8f,
        -8f,
        Math.nextUp(8f),
        1f
    };

    /** Mostly moderate values, some special ones. */
    private static float[] values(int count, long seed) {
        RandomStream stream = RandomStream.root(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            int special = (int) (stream.uniform(i, 1) * SPECIAL.length * 12);
            values[i] = special < SPECIAL.length ? SPECIAL[special] : (float) (stream.uniform(i, 0) * 12 - 6);
        }
        return values;
    }

    private static void assertSameBits(float[] expected, float[] actual) {
        for (int i = 0; i < expected.length; i++) {
            assertEquals(Float.floatToIntBits(expected[i]), Float.floatToIntBits(actual[i]), "element " + i);
        }
    }

    private static void assertSameEffect(float[] target, BiConsumer<DenseKernel, float[]> operation) {
        float[] expected = target.clone();
        float[] actual = target.clone();
        operation.accept(SCALAR, expected);
        operation.accept(VECTOR, actual);
        assertSameBits(expected, actual);
    }

    @Provide
    Arbitrary<Integer> widths() {
        return Arbitraries.integers().between(1, 9).map(i -> i * DenseKernel.ALIGNMENT);
    }

    @Property(tries = 300)
    void shouldComputeTheSameProducts(
            @ForAll long seed,
            @ForAll("widths") int width,
            @ForAll @IntRange(min = 0, max = 70) int depth,
            @ForAll @IntRange(min = 1, max = 23) int rows) {
        float[] bias = values(width + 3, seed);
        Weights weights = new Weights(bias, 3, values(depth * width + 5, seed + 1), 5, width);
        InputRows in = new InputRows(rows);
        in.values = values(rows * (depth + 2) + 1, seed + 2);
        in.shift = 1;
        for (int i = 0; i < rows; i++) {
            in.offsets[i] = (rows - 1 - i) * (depth + 2);
        }
        int stride = width + 2 * DenseKernel.ALIGNMENT;
        assertSameEffect(
                new float[rows * stride],
                (kernel, out) ->
                        kernel.dense(weights, depth, in, rows, new OutputRows(out, stride, DenseKernel.ALIGNMENT)));
    }

    @Property(tries = 300)
    void shouldComputeTheSameOverWindows(
            @ForAll long seed,
            @ForAll("widths") int width,
            @ForAll @IntRange(min = 1, max = 4) int segments,
            @ForAll @IntRange(min = 1, max = 40) int length,
            @ForAll @IntRange(min = 1, max = 30) int count) {
        Panels weights =
                new Panels(values(width, seed), values(segments * length * width, seed + 1), segments * length, width);
        int stride = length + 3;
        int[] from = new int[count];
        int[] to = new int[count];
        for (int i = 0; i < count; i++) {
            from[i] = 2 * i + 1; // windows may overlap: they are only read
            to[i] = (count - 1 - i) * (width + 5) + 2;
        }
        Windows in = new Windows(values(2 * count + segments * stride, seed + 2), from, segments, length, stride);
        assertSameEffect(
                values(count * (width + 5) + 2, seed + 3),
                (kernel, out) -> kernel.windows(weights, in, count, new PlacedRows(out, to)));
    }

    @Property(tries = 100)
    void shouldComputeTheSameMaxima(
            @ForAll long seed,
            @ForAll("widths") int count,
            @ForAll @IntRange(min = 0, max = 20) int a,
            @ForAll @IntRange(min = 0, max = 20) int b,
            @ForAll @IntRange(min = 0, max = 20) int c) {
        float[] from = values(count + 20, seed);
        assertSameEffect(new float[count + 4], (kernel, to) -> kernel.max(from, a, b, c, to, 3, count));
    }

    @Property(tries = 200)
    void shouldComputeTheSameElementwise(@ForAll long seed, @ForAll("widths") int count) {
        float[] x = values(count, seed);
        float[] other = values(count, seed + 1);
        assertSameEffect(x, (kernel, target) -> kernel.tanh(target, count));
        assertSameEffect(x, (kernel, target) -> kernel.relu(target, count));
        assertSameEffect(other, (kernel, target) -> kernel.relu(x, target, count));
        assertSameEffect(x, (kernel, target) -> kernel.tanhGradient(target, other, count));
        assertSameEffect(x, (kernel, target) -> kernel.reluGradient(target, other, count));
        assertSameEffect(x, (kernel, target) -> kernel.add(target, other, count));
    }

    @Property(tries = 100)
    void shouldComputeTheSameOverRows(
            @ForAll long seed, @ForAll("widths") int width, @ForAll @IntRange(min = 1, max = 40) int rows) {
        float[] matrix = values(rows * width, seed);
        float[] row = values(width, seed + 1);
        assertSameEffect(matrix, (kernel, target) -> kernel.addRow(target, rows, width, row));
        assertSameEffect(row, (kernel, target) -> kernel.columnSums(matrix, rows, width, target));
    }
}
