package io.htsrl.policies.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

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
    void shouldComputeTheSameOverWindows(
            @ForAll long seed,
            @ForAll("widths") int width,
            @ForAll @IntRange(min = 1, max = 4) int segments,
            @ForAll @IntRange(min = 1, max = 40) int length,
            @ForAll @IntRange(min = 1, max = 30) int count) {
        int all = width + 2 * DenseKernel.ALIGNMENT;
        int depth = segments * length;
        PackedWeights weights = new PackedWeights(
                        values(all + 3, seed), 3, values(depth * all + 5, seed + 1), 5, depth, all)
                .columns(DenseKernel.ALIGNMENT, width);
        int stride = length + 3;
        int first = (int) Math.floorMod(seed, 3L);
        int[] from = new int[first + count];
        int[] to = new int[first + count];
        for (int i = 0; i < first + count; i++) {
            from[i] = 2 * i + 1; // windows may overlap: they are only read
            to[i] = (first + count - 1 - i) * (width + 5) + 2;
        }
        Windows in =
                new Windows(values(2 * (first + count) + segments * stride, seed + 2), from, segments, length, stride);
        assertSameEffect(
                values((first + count) * (width + 5) + 3, seed + 3),
                (kernel, out) -> kernel.windows(weights, in, -1, new RowOffsets(out, to), 1, first, count));
    }

    @Property(tries = 300)
    void shouldComputeTheSameSumsOfProducts(
            @ForAll long seed,
            @ForAll("widths") int width,
            @ForAll @IntRange(min = 1, max = 9) int fours,
            @ForAll @IntRange(min = 0, max = 30) int count) {
        products(seed, GradientBlock.ROWS * fours, width, count);
    }

    /** Blocks of copies have 64 terms and 256 rows and columns of sums. */
    @Property(tries = 50)
    void shouldComputeTheSameSumsOfProductsInBlocks(
            @ForAll long seed,
            @ForAll @IntRange(min = 8, max = 70) int fours,
            @ForAll @IntRange(min = 2, max = 18) int vectors,
            @ForAll @IntRange(min = 0, max = 150) int count) {
        products(seed, GradientBlock.ROWS * fours, DenseKernel.ALIGNMENT * vectors, count);
    }

    private static void products(long seed, int height, int width, int count) {
        int first = (int) Math.floorMod(seed, 3L);
        int[] leftAt = new int[first + count];
        int[] rightAt = new int[first + count];
        for (int i = 0; i < first + count; i++) {
            leftAt[i] = 3 * i; // rows may overlap: they are only read
            rightAt[i] = (first + count - 1 - i) * width;
        }
        RowOffsets left = new RowOffsets(values(3 * (first + count) + height + 1, seed), leftAt);
        RowOffsets right = new RowOffsets(values((first + count) * width + 2, seed + 1), rightAt);
        int stride = width + 3;
        assertSameEffect(
                values(height * stride + 7, seed + 2),
                (kernel, sums) -> kernel.products(
                        left, 1, right, 2, first, count, new GradientBlock(sums, 7, stride, height, width)));
        assertSameEffect(
                values(width + 4, seed + 3),
                (kernel, sums) -> kernel.columnSums(right, 2, first, count, sums, 4, width));
    }

    @Property(tries = 200)
    void shouldGiveTheGradientToTheFirstMaximum(
            @ForAll long seed,
            @ForAll("widths") int count,
            @ForAll @Size(DenseKernel.TAPS) List<@IntRange(min = 0, max = 40) Integer> places) {
        int[] taps = places.stream().mapToInt(place -> place * count).toArray();
        int[] gradientTaps = Arrays.stream(taps).map(tap -> 40 * count - tap).toArray();
        float[] values = values(41 * count + 1, seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(values[i]); // so that some are equal
        }
        float[] outer = values(count + 2, seed + 1);
        assertSameEffect(
                new float[41 * count + 2],
                (kernel, gradient) -> kernel.maxGradient(values, taps, 1, outer, 2, gradient, gradientTaps, 2, count));
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
        float[] x = values(count + 3, seed);
        float[] other = values(count + 3, seed + 1);
        assertSameEffect(x, (kernel, target) -> kernel.tanh(target, 3, count));
        assertSameEffect(other, (kernel, target) -> kernel.relu(x, 1, target, 2, count));
        assertSameEffect(x, (kernel, target) -> kernel.tanhGradient(target, other, 3, count));
        assertSameEffect(x, (kernel, target) -> kernel.reluGradient(x, 1, other, 2, target, 3, count));
        assertSameEffect(x, (kernel, target) -> kernel.add(target, 1, other, 2, count));
    }

    @Property(tries = 100)
    void shouldGoBackThroughReluRowByRow(
            @ForAll long seed, @ForAll("widths") int width, @ForAll @IntRange(min = 1, max = 12) int rows) {
        int[] upwards = RowOffsets.offsets(2, rows, width + 1);
        int[] downwards = new int[rows];
        Arrays.setAll(downwards, i -> upwards[rows - 1 - i]);
        int size = rows * (width + 1) + 5;
        RowOffsets from = new RowOffsets(values(size, seed), downwards);
        RowOffsets activations = new RowOffsets(values(size, seed + 1), upwards);
        float[] before = values(size, seed + 2);
        assertSameEffect(
                before,
                (kernel, to) -> kernel.reluGradient(from, 1, activations, 2, new RowOffsets(to, upwards), -2, width));
        float[] to = before.clone();
        SCALAR.reluGradient(from, 1, activations, 2, new RowOffsets(to, upwards), -2, width);
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < width; j++) {
                float gradient = from.values()[downwards[row] + 1 + j];
                boolean open = !(activations.values()[upwards[row] + 2 + j] <= 0); // NaN is
                assertEquals(open ? gradient : 0, to[upwards[row] - 2 + j]);
            }
        }
    }

    @Property(tries = 100)
    void shouldReadFramesAsFractions(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int groups, @ForAll @IntRange(max = 7) int gap) {
        byte[] bytes = new byte[16 * groups + 10];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) RandomStream.root(seed).bits(i);
        }
        int[] frames = {1, 4 * groups + 2, 8 * groups + 4, 12 * groups + 7};
        int stride = 16 + gap;
        float[] before = values(groups * stride + 3, seed + 1);
        assertSameEffect(
                before,
                (kernel, to) ->
                        kernel.fractions(bytes, frames[0], frames[1], frames[2], frames[3], to, 3, groups, stride));
        float[] to = before.clone();
        SCALAR.fractions(bytes, frames[0], frames[1], frames[2], frames[3], to, 3, groups, stride);
        for (int pixel = 0; pixel < 4 * groups; pixel++) {
            for (int f = 0; f < 4; f++) {
                float expected = Byte.toUnsignedInt(bytes[frames[f] + pixel]) / 255f;
                assertEquals(expected, to[3 + pixel / 4 * stride + pixel % 4 * 4 + f]);
            }
        }
    }
}
