package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NaiveMlp;
import io.htsrl.policies.network.Rows;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares {@link KernelMlp}, and in a subclass another backend, with {@link NaiveMlp} in double, and that with central
 * differences. The scalar is {@code sum(c * outputs)} with random {@code c}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class GradientTest {

    /** A network, and one of the {@link #products} that compute it. */
    public record Case(
            int observationSize, FirstHead first, MlpConfig config, Heads heads, String products, int maxRows) {
        MlpLayout layout() {
            return new MlpLayout(observationSize, first, config, heads);
        }
    }

    /** The ways of computing that are tested, for {@link #network}. */
    protected List<String> products() {
        return List.of("JVM");
    }

    protected GradientNetwork network(MlpLayout layout, int maxRows, String products) {
        return new KernelMlp(layout, maxRows, Team.alone());
    }

    Stream<Case> cases() {
        return Stream.of(Heads.values())
                .flatMap(heads -> Stream.of(Activation.TANH, Activation.RELU)
                        .flatMap(activation -> torsos(heads)
                                .flatMap(shared -> products().stream()
                                        .flatMap(products -> cases(heads, activation, shared, products)))));
    }

    /** Whether they are shared: always, but for actor-critics. */
    private static Stream<Boolean> torsos(Heads heads) {
        return heads == Heads.ACTOR_CRITIC ? Stream.of(false, true) : Stream.of(true);
    }

    private static Stream<Case> cases(Heads heads, Activation activation, boolean shared, String products) {
        return Stream.of(
                new Case(4, FirstHead.of(2), new MlpConfig(List.of(64, 64), activation, shared), heads, products, 65),
                new Case(
                        40,
                        new FirstHead(30, 7, 0),
                        new MlpConfig(List.of(33, 50), activation, shared),
                        heads,
                        products,
                        20),
                new Case(3, new FirstHead(1, 1, 0), new MlpConfig(List.of(7), activation, shared), heads, products, 12),
                new Case(
                        5,
                        new FirstHead(2, products.equals("JVM") ? 70 : 0, 3, 0, 1),
                        new MlpConfig(List.of(20, 70), activation, shared),
                        heads,
                        products,
                        30),
                new Case(1, FirstHead.of(3), new MlpConfig(List.of(1, 20, 5), activation, shared), heads, products, 9));
    }

    private static float[] uniform(int count, String name, double scale) {
        RandomStream stream = RandomStream.root(5).spawn(name);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) ((2 * stream.uniform(i) - 1) * scale);
        }
        return values;
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
        MlpLayout layout = network.layout();
        float[] parameters = uniform(layout.parameterCount(), "parameters", 0.4);
        NaiveMlp naive = new NaiveMlp(layout);
        try (GradientNetwork fast = network(layout, network.maxRows(), network.products())) {
            fast.loadParameters(parameters);
            for (int rows : new int[] {network.maxRows(), 1, 2, network.maxRows() / 2 + 1, network.maxRows()}) {
                float[] observations = uniform(rows * layout.observationSize(), "observations", 1);
                float[] outputGradient = uniform(rows * layout.outputWidth(), "c", 1);
                float[] outputs = new float[rows * layout.outputWidth()];
                float[] gradient = new float[layout.parameterCount()];
                fast.forward(Rows.of(observations, rows), outputs);
                fast.backward(outputGradient, gradient);
                double[][] expected = naive.forward(parameters, observations, rows);
                for (int i = 0; i < outputs.length; i++) {
                    assertEquals(expected[i / layout.outputWidth()][i % layout.outputWidth()], outputs[i], 1e-5);
                }
                assertGradient(
                        layout,
                        naive.gradient(
                                NaiveMlp.widen(parameters),
                                NaiveMlp.widen(observations),
                                rowsOf(outputGradient, layout.outputWidth())),
                        gradient);
            }
        }
    }

    /** Compares with the central difference of the naive outputs, in double. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldDifferentiateAlongADirectionOfTheParameters(Case network) {
        MlpLayout layout = network.layout();
        float[] parameters = uniform(layout.parameterCount(), "parameters", 0.4);
        float[] direction = uniform(layout.parameterCount(), "direction", 1);
        NaiveMlp naive = new NaiveMlp(layout);
        double[] above = NaiveMlp.widen(parameters);
        double[] below = above.clone();
        double step = 1e-6;
        for (int i = 0; i < above.length; i++) {
            above[i] += step * direction[i];
            below[i] -= step * direction[i];
        }
        try (GradientNetwork fast = new KernelMlp(layout, network.maxRows(), Team.alone())) {
            fast.loadParameters(parameters);
            for (int rows : new int[] {network.maxRows(), 1, network.maxRows() / 2 + 1}) {
                float[] observations = uniform(rows * layout.observationSize(), "observations", 1);
                float[] derivatives = new float[rows * layout.outputWidth()];
                fast.forward(Rows.of(observations, rows), new float[derivatives.length]);
                fast.jacobianProduct(direction, derivatives);
                double[][] more = naive.forward(above, NaiveMlp.widen(observations), rows);
                double[][] less = naive.forward(below, NaiveMlp.widen(observations), rows);
                for (int i = 0; i < derivatives.length; i++) {
                    int row = i / layout.outputWidth();
                    int column = i % layout.outputWidth();
                    double expected = (more[row][column] - less[row][column]) / (2 * step);
                    assertEquals(expected, derivatives[i], 2e-5 * (1 + Math.abs(expected)));
                }
            }
        }
    }

    /**
     * Allows 1e-4 of the tensor's largest element: some hundred roundings of 6e-8, and the terms of a sum over rows
     * cancel, at worst here (one unit, one row or two that count) to about a tenth.
     */
    private static void assertGradient(MlpLayout layout, double[] expected, float[] actual) {
        for (Tensor tensor : layout.tensors()) {
            int end = tensor.offset() + tensor.shape().stream().reduce(1, Math::multiplyExact);
            double largest = 0;
            for (int i = tensor.offset(); i < end; i++) {
                largest = Math.max(largest, Math.abs(expected[i]));
            }
            for (int i = tensor.offset(); i < end; i++) {
                assertEquals(expected[i], actual[i], 1e-4 * largest + 1e-12, tensor.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    protected void shouldCompareWithARightGradient(Case network) {
        MlpLayout layout = network.layout();
        NaiveMlp naive = new NaiveMlp(layout);
        int rows = 3;
        double[] parameters = NaiveMlp.widen(uniform(layout.parameterCount(), "parameters", 0.4));
        double[] observations = NaiveMlp.widen(uniform(rows * layout.observationSize(), "observations", 1));
        double[][] c = rowsOf(uniform(rows * layout.outputWidth(), "c", 1), layout.outputWidth());
        double[] gradient = naive.gradient(parameters, observations, c);
        double step = 1e-6;
        boolean someNonZero = false;
        for (int i = 0; i < parameters.length; i += 1 + parameters.length / 200) {
            double at = parameters[i];
            parameters[i] = at + step;
            double above = scalar(naive.forward(parameters, observations, rows), c);
            parameters[i] = at - step;
            double below = scalar(naive.forward(parameters, observations, rows), c);
            parameters[i] = at;
            // truncation about step^2, cancellation about 1e-15 / step
            assertEquals((above - below) / (2 * step), gradient[i], 1e-7 * (1 + Math.abs(gradient[i])));
            someNonZero |= gradient[i] != 0;
        }
        assertTrue(someNonZero);
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
