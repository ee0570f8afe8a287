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
 * {@link KernelConv}, and in a subclass another backend, against {@link NaiveConvNetwork} in double, and that against
 * central differences. The scalar is {@code sum(c * outputs)} with random {@code c}.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class ConvGradientTest {

    /** A small network: {@code height} by {@code width} frames, {@code frames} of them. */
    public record Case(Kind kind, int height, int width, int frames, FirstHead first, int hidden, Heads heads) {
        ConvLayout layout() {
            return new ConvLayout(
                    ObservationSpace.bytes(height, width), frames, first, new ConvConfig(kind, hidden, 1), heads);
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
        NaiveConvNetwork naive = new NaiveConvNetwork(layout, NaiveMlp.widen(parameters));
        try (GradientNetwork fast = network(layout, 19)) {
            fast.loadParameters(parameters);
            for (int rows : new int[] {19, 1, 7, 19}) {
                byte[] pixels = ConvBatches.pixels(layout, rows);
                float[] outputGradient = ConvBatches.uniform(rows * layout.outputWidth(), "c", 1);
                float[] outputs = new float[rows * layout.outputWidth()];
                float[] gradient = new float[layout.parameterCount()];
                Arrays.fill(gradient, Float.NaN); // overwritten, every element
                fast.forward(ConvBatches.batch(layout, pixels), outputs);
                fast.backward(outputGradient, gradient);
                double[] observations = ConvBatches.fractions(pixels);
                double[][] expected = naive.forward(observations);
                for (int i = 0; i < outputs.length; i++) {
                    assertEquals(expected[i / layout.outputWidth()][i % layout.outputWidth()], outputs[i], 1e-4);
                }
                assertGradient(
                        layout, naive.gradient(observations, rowsOf(outputGradient, layout.outputWidth())), gradient);
            }
        }
    }

    /** Within 1e-4 of the tensor's largest element. */
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
            for (int n = 0; n < 3; n++) {
                int i = tensor.offset() + (int) ((long) tensor.size() * n / 3);
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
