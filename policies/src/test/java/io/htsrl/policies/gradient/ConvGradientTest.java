package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvConfig.Kind;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NaiveConvNetwork;
import io.htsrl.policies.network.NaiveMlp;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares {@link KernelConv}, and in a subclass another backend, with {@link NaiveConvNetwork} in double, and that
 * with central differences. The scalar is {@code sum(c * outputs)} with random {@code c}.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class ConvGradientTest {
    /** More than the images of one chunk. */
    private static final int MAX_ROWS = 17;

    /** A small network: {@code height} by {@code width} frames, {@code frames} of them. */
    public record Case(Kind kind, int height, int width, int frames, FirstHead first, int hidden, Heads heads) {
        ConvLayout layout() {
            return new ConvLayout(
                    ObservationSpace.bytes(height, width), frames, first, new ConvConfig(kind, hidden), heads);
        }
    }

    protected GradientNetwork network(ConvLayout layout, int maxRows) {
        return new KernelConv(layout, maxRows, Team.alone());
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(Kind.NATURE, 36, 44, 4, FirstHead.of(5), 40, Heads.ACTOR_CRITIC),
                new Case(Kind.NATURE, 47, 36, 1, new FirstHead(2, 3, 0), 17, Heads.ACTOR),
                new Case(Kind.NATURE, 36, 36, 1, FirstHead.of(2), 9, Heads.Q),
                new Case(Kind.IMPALA, 12, 17, 4, FirstHead.of(5), 24, Heads.DUELING),
                new Case(Kind.IMPALA, 9, 6, 1, FirstHead.of(2), 9, Heads.Q),
                new Case(Kind.IMPALA, 9, 6, 2, new FirstHead(2, 3, 0), 9, Heads.ACTOR_CRITIC));
    }

    private static double[][] rowsOf(float[] values, int width) {
        double[][] rows = new double[values.length / width][width];
        for (int i = 0; i < values.length; i++) {
            rows[i / width][i % width] = values[i];
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldMatchTheNaiveNetworkForEveryNumberOfRows(Case network) {
        ConvLayout layout = network.layout();
        float[] parameters = ConvBatches.parameters(layout, 6);
        double[] observations = ConvBatches.fractions(ConvBatches.pixels(layout, MAX_ROWS));
        float[] c = ConvBatches.uniform(MAX_ROWS * layout.outputWidth(), "c", 1);
        NaiveConvNetwork naive = new NaiveConvNetwork(layout, NaiveMlp.widen(parameters));
        double[][] expected = naive.forward(observations);
        double[][] gradients = sumsOfRows(naive, layout, observations, rowsOf(c, layout.outputWidth()));
        try (GradientNetwork fast = network(layout, MAX_ROWS)) {
            fast.loadParameters(parameters);
            for (int rows : new int[] {MAX_ROWS, 1, 7, MAX_ROWS}) { // each the first rows of all
                float[] outputs = new float[rows * layout.outputWidth()];
                float[] gradient = new float[layout.parameterCount()];
                Arrays.fill(gradient, Float.NaN); // overwritten, every element
                fast.forward(ConvBatches.batch(layout, ConvBatches.pixels(layout, rows)), outputs);
                fast.backward(Arrays.copyOf(c, outputs.length), gradient);
                for (int i = 0; i < outputs.length; i++) {
                    assertEquals(expected[i / layout.outputWidth()][i % layout.outputWidth()], outputs[i], 1e-4);
                }
                assertGradient(layout, gradients[rows], gradient);
            }
        }
    }

    /** The gradients of the first 0, 1, 2 ... rows. */
    private static double[][] sumsOfRows(
            NaiveConvNetwork naive, ConvLayout layout, double[] observations, double[][] c) {
        double[][] sums = new double[c.length + 1][layout.parameterCount()];
        int size = layout.observationSize();
        for (int row = 0; row < c.length; row++) {
            double[] one = Arrays.copyOfRange(observations, row * size, (row + 1) * size);
            double[] gradient = naive.gradient(one, new double[][] {c[row]});
            double[] before = sums[row];
            Arrays.setAll(sums[row + 1], i -> before[i] + gradient[i]);
        }
        return sums;
    }

    /** Allows 1e-4 of the tensor's largest element. */
    private static void assertGradient(ConvLayout layout, double[] expected, float[] actual) {
        for (Tensor tensor : layout.tensors()) {
            double largest = 0;
            for (int i = tensor.offset(); i < tensor.end(); i++) {
                largest = Math.max(largest, Math.abs(expected[i]));
            }
            assertTrue(largest > 0, () -> tensor.name() + " has a gradient of zero");
            for (int i = tensor.offset(); i < tensor.end(); i++) {
                assertEquals(expected[i], actual[i], 1e-4 * largest, tensor.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    protected void shouldCompareWithARightGradient(Case network) {
        ConvLayout layout = network.layout();
        int rows = 1;
        double[] parameters = NaiveMlp.widen(ConvBatches.parameters(layout, 6));
        NaiveConvNetwork naive = new NaiveConvNetwork(layout, parameters);
        double[] observations = ConvBatches.fractions(ConvBatches.pixels(layout, rows));
        double[][] c = rowsOf(ConvBatches.uniform(rows * layout.outputWidth(), "c", 1), layout.outputWidth());
        double[] gradient = naive.gradient(observations, c);
        double step = 1e-7;
        for (Tensor tensor : layout.tensors()) {
            for (int n = 0; n < 2; n++) {
                int i = tensor.offset() + (int) ((long) tensor.size() * n / 2);
                double at = parameters[i];
                parameters[i] = at + step;
                double above = scalar(naive.forward(observations), c);
                parameters[i] = at - step;
                double below = scalar(naive.forward(observations), c);
                parameters[i] = at;
                // cancellation about 1e-14 / step
                assertEquals(
                        (above - below) / (2 * step), gradient[i], 1e-6 * (1 + Math.abs(gradient[i])), tensor.name());
            }
        }
    }

    private static double scalar(double[][] outputs, double[][] c) {
        double sum = 0;
        for (int row = 0; row < outputs.length; row++) {
            for (int j = 0; j < c[row].length; j++) {
                sum += c[row][j] * outputs[row][j];
            }
        }
        return sum;
    }
}
