package io.htsrl.learners.acktr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork.RowVectors;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares updates with the papers' formulas in double: gradients by central differences, factors by their definition,
 * and the natural gradient by elimination in the Kronecker product of both.
 */
class AcktrLearnerTest {
    private static final float[] STORED = {0.7f, -0.6f, 0.4f}; // the stored outputs are these times the observation
    private static final ObservationSpace FEATURE = ObservationSpace.floats(1);
    private static final int UNITS = 4;
    private static final int HIDDEN = 3; // behind convolutions
    private static final int FILTERS = 16;
    private static final int HEIGHT = 4;
    private static final int WIDTH = 5;
    private static final int PLANES = 2;
    private static final RandomStream STREAM = RandomStream.root(3);
    private static final double DECAY = 0.7;
    private static final double DAMPING = 0.02;
    private static final double MOMENTUM = 0.6;
    private static final double VALUE = 0.8; // vf-fisher-coef
    private static final int EVERY = 2;

    private static StorageBank bank(ObservationSpace frame, long update) {
        return Fixtures.lose(Fixtures.bank(frame, 8, 4, STORED, 40 + update), 1000, true);
    }

    private static ActionSpace space(boolean discrete) {
        return discrete ? new ActionSpace.Discrete(2) : new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    }

    private static AcktrConfig config(double clip) {
        return new AcktrConfig(
                new ActorCriticConfig(0.9, 0.8, false, AnnealedValue.of(0.05), 0.7, -0.5, false, 4, null),
                AnnealedValue.of(0.1),
                true,
                clip,
                DECAY,
                DAMPING,
                MOMENTUM,
                EVERY,
                VALUE);
    }

    private static PolicyNetwork policy(boolean discrete, boolean shared) {
        return policy(discrete, new MlpConfig(List.of(UNITS), Activation.TANH, shared), FEATURE);
    }

    private static PolicyNetwork policy(boolean discrete, NetworkConfig network, ObservationSpace frame) {
        return Networks.create(network, frame, 1, FirstHead.of(config(1).head(space(discrete))), Heads.ACTOR_CRITIC);
    }

    private static Learner learner(
            AcktrConfig config, boolean discrete, PolicyNetwork policy, ObservationSpace frame, Team team) {
        return new Acktr()
                .learner(
                        config,
                        Fixtures.inputs(
                                bank(frame, 0).shape(),
                                policy,
                                space(discrete),
                                team,
                                STREAM,
                                AsyncConfig.Correction.NONE));
    }

    /** A layer's place, and the one below it: -1 for the observation, -2 for nothing. */
    private record Layer(int inputs, int outputs, int offset, int below, boolean convolves) {

        static Layer dense(int inputs, int outputs, int offset, int below) {
            return new Layer(inputs, outputs, offset, below, false);
        }

        int end() {
            return offset + (inputs + 1) * outputs;
        }
    }

    /** The layers' inputs, {@code [layers][positions][inputs + 1]}, and sums, {@code [layers][positions][outputs]}. */
    private record Pass(double[][][] inputs, double[][][] sums) {}

    /** The algorithm once more. */
    private static final class Oracle {
        private final boolean discrete;
        private final double clip;
        private final List<Layer> layers = new ArrayList<>(); // the value's last
        private final int head; // layer
        private final double[] moments;
        private final double[][][] factors; // of each layer two
        private final double[][][] inverses; // of the last inversion: of A ⊗ G
        private boolean bounded;

        Oracle(boolean discrete, boolean shared, boolean convolves, double clip) {
            this.discrete = discrete;
            this.clip = clip;
            int units = convolves ? HIDDEN : UNITS;
            if (convolves) {
                layers.add(new Layer(9 * PLANES, FILTERS, 0, -1, true));
            }
            Layer below = convolves ? layers.get(0) : null;
            int features = convolves ? (HEIGHT - 2) * (WIDTH - 2) * FILTERS : 1;
            layers.add(Layer.dense(features, units, convolves ? below.end() : 0, convolves ? 0 : -1));
            int torso = layers.size() - 1;
            head = torso + 1;
            layers.add(Layer.dense(units, discrete ? 2 : 1, end(), torso));
            if (!discrete) {
                layers.add(Layer.dense(0, 1, end(), -2));
            }
            if (!shared) {
                layers.add(Layer.dense(1, UNITS, end(), -1));
            }
            layers.add(Layer.dense(units, 1, end(), shared ? torso : layers.size() - 1));
            moments = new double[end()];
            factors = new double[2 * layers.size()][][];
            inverses = new double[layers.size()][][];
        }

        private int end() {
            return layers.get(layers.size() - 1).end();
        }

        /** A forward pass with {@code shift} added to one sum of a layer. */
        private Pass pass(double[] phi, float[] x, int shifted, int position, int output, double shift) {
            Pass pass = new Pass(new double[layers.size()][][], new double[layers.size()][][]);
            for (int l = 0; l < layers.size(); l++) {
                Layer layer = layers.get(l);
                double[][] inputs = inputs(layer, x, pass);
                pass.inputs()[l] = inputs;
                pass.sums()[l] = new double[inputs.length][layer.outputs()];
                for (int p = 0; p < inputs.length; p++) {
                    for (int o = 0; o < layer.outputs(); o++) {
                        double sum = l == shifted && p == position && o == output ? shift : 0;
                        for (int i = 0; i <= layer.inputs(); i++) {
                            sum += inputs[p][i] * phi[at(layer, i, o)];
                        }
                        pass.sums()[l][p][o] = sum;
                    }
                }
            }
            return pass;
        }

        private static int at(Layer layer, int input, int output) {
            return layer.offset()
                    + (layer.convolves() && input < layer.inputs()
                            ? output * layer.inputs() + input
                            : input * layer.outputs() + output);
        }

        /** Each ended by 1. A window is {@code [plane][row][column]}; so is what a dense layer reads of an image. */
        private double[][] inputs(Layer layer, float[] x, Pass pass) {
            double[][] inputs = new double[layer.convolves() ? (HEIGHT - 2) * (WIDTH - 2) : 1][layer.inputs() + 1];
            for (int p = 0; p < inputs.length; p++) {
                inputs[p][layer.inputs()] = 1;
                for (int i = 0; i < layer.inputs(); i++) {
                    if (layer.convolves()) {
                        int row = p / (WIDTH - 2) + i % 9 / 3;
                        int column = p % (WIDTH - 2) + i % 3;
                        inputs[p][i] = x[(row * WIDTH + column) * PLANES + i / 9];
                    } else if (layer.below() == -1) {
                        inputs[p][i] = x[i];
                    } else {
                        double[][] below = pass.sums()[layer.below()];
                        double sum = below[i % below.length][i / below.length];
                        inputs[p][i] = layers.get(0).convolves() ? Math.max(0, sum) : Math.tanh(sum);
                    }
                }
            }
            return inputs;
        }

        /** Logits, or mean and logarithm of the deviation. */
        private double[] head(Pass pass) {
            double[] sums = pass.sums()[head][0];
            return discrete ? sums : new double[] {sums[0], pass.sums()[head + 1][0][0]};
        }

        private double value(Pass pass) {
            return pass.sums()[layers.size() - 1][0][0];
        }

        private double log(double[] head, double action) {
            if (discrete) {
                return head[(int) action] - Math.log(Math.exp(head[0]) + Math.exp(head[1]));
            }
            double z = (action - head[0]) / Math.exp(head[1]);
            return -0.5 * z * z - head[1] - 0.5 * Math.log(2 * Math.PI);
        }

        private double entropy(double[] head) {
            if (!discrete) {
                return head[1] + 0.5 * Math.log(2 * Math.PI * Math.E);
            }
            double first = Math.exp(log(head, 0));
            return -first * Math.log(first) - (1 - first) * Math.log(1 - first);
        }

        private static double[] gradient(ToDoubleFunction<double[]> of, double[] phi) {
            double[] gradient = new double[phi.length];
            for (int i = 0; i < phi.length; i++) {
                double[] above = phi.clone();
                double[] below = phi.clone();
                above[i] += 1e-5;
                below[i] -= 1e-5;
                gradient[i] = (of.applyAsDouble(above) - of.applyAsDouble(below)) / 2e-5;
            }
            return gradient;
        }

        private double loss(double[] phi, StorageBank bank, float[] advantages, float[] returns) {
            double sum = 0;
            int learnt = 0;
            for (int row = 0; row < returns.length; row++) {
                if (!bank.lost(row)) {
                    Pass pass = pass(phi, observation(bank, row), -1, 0, 0, 0);
                    double[] head = head(pass);
                    sum -= advantages[row] * log(head, bank.actions()[row]) + 0.05 * entropy(head);
                    sum += 0.7 * Math.pow(value(pass) - returns[row], 2);
                    learnt++;
                }
            }
            return sum / learnt;
        }

        private static float[] observation(StorageBank bank, int row) {
            int environments = bank.shape().environments();
            int from = bank.observationOffset(row / environments, row % environments);
            return Arrays.copyOfRange(
                    bank.floatObservations(),
                    from,
                    from + bank.shape().observationSpace().size());
        }

        private void observe(double[] phi, StorageBank bank, long update) {
            int[] learnt = IntStream.range(0, bank.shape().rows())
                    .filter(row -> !bank.lost(row))
                    .toArray();
            int rows = learnt.length;
            double[][][] sums = new double[factors.length][][];
            for (int l = 0; l < layers.size(); l++) {
                sums[2 * l] =
                        new double[layers.get(l).inputs() + 1][layers.get(l).inputs() + 1];
                sums[2 * l + 1] =
                        new double[layers.get(l).outputs()][layers.get(l).outputs()];
            }
            RandomStream draws = STREAM.spawn("fisher actions").spawn(update);
            for (int row : learnt) {
                float[] x = observation(bank, row);
                Pass pass = pass(phi, x, -1, 0, 0, 0);
                double[] at = head(pass);
                double drawn = discrete
                        ? draws.uniform(row) < Math.exp(log(at, 0)) ? 0 : 1
                        : at[0] + Math.exp(at[1]) * draws.normal(row, 0);
                double noise = VALUE * STREAM.spawn("fisher values").normal(update, row);
                ToDoubleFunction<Pass> likelihood = other -> log(head(other), drawn) + noise * value(other);
                for (int l = 0; l < layers.size(); l++) {
                    int positions = pass.inputs()[l].length;
                    for (int p = 0; p < positions; p++) {
                        addSquare(pass.inputs()[l][p], rows, sums[2 * l]);
                        double[] gradient = new double[layers.get(l).outputs()];
                        for (int o = 0; o < gradient.length; o++) {
                            double above = likelihood.applyAsDouble(pass(phi, x, l, p, o, 1e-5));
                            gradient[o] = (above - likelihood.applyAsDouble(pass(phi, x, l, p, o, -1e-5))) / 2e-5;
                        }
                        addSquare(gradient, rows * positions, sums[2 * l + 1]);
                    }
                }
            }
            for (int f = 0; f < factors.length; f++) {
                for (int i = 0; factors[f] != null && i < factors[f].length; i++) {
                    for (int j = 0; j < factors[f].length; j++) {
                        sums[f][i][j] = DECAY * factors[f][i][j] + (1 - DECAY) * sums[f][i][j];
                    }
                }
                factors[f] = sums[f];
            }
        }

        private static void addSquare(double[] vector, int rows, double[][] to) {
            for (int i = 0; i < vector.length; i++) {
                for (int j = 0; j < vector.length; j++) {
                    to[i][j] += vector[i] * vector[j] / rows;
                }
            }
        }

        private static double mean(double[][] matrix) {
            return IntStream.range(0, matrix.length)
                    .mapToDouble(i -> matrix[i][i])
                    .average()
                    .orElseThrow();
        }

        private void invert() {
            for (int l = 0; l < layers.size(); l++) {
                double[][] a = factors[2 * l];
                double[][] g = factors[2 * l + 1];
                double pi = Math.sqrt(mean(a) / mean(g));
                int m = g.length;
                double[][] product = new double[a.length * m][a.length * m];
                for (int i = 0; i < product.length; i++) {
                    for (int j = 0; j < product.length; j++) {
                        double left = a[i / m][j / m] + (i / m == j / m ? pi * Math.sqrt(DAMPING) : 0);
                        product[i][j] = left * (g[i % m][j % m] + (i % m == j % m ? Math.sqrt(DAMPING) / pi : 0));
                    }
                }
                inverses[l] = product;
            }
        }

        /** Gauss-Jordan elimination; the matrix is positive definite. */
        private static double[] solve(double[][] matrix, double[] right) {
            double[][] a = new double[right.length][];
            for (int i = 0; i < a.length; i++) {
                a[i] = matrix[i].clone();
            }
            double[] x = right.clone();
            for (int i = 0; i < x.length; i++) {
                for (int k = 0; k < x.length; k++) {
                    double factor = a[k][i] / a[i][i];
                    for (int j = 0; k != i && j < x.length; j++) {
                        a[k][j] -= factor * a[i][j];
                    }
                    x[k] -= k == i ? 0 : factor * x[i];
                }
            }
            for (int i = 0; i < x.length; i++) {
                x[i] /= a[i][i];
            }
            return x;
        }

        void update(double[] phi, double[] behaviour, StorageBank bank, Learner learner, long update) {
            observe(behaviour, bank, update);
            if (update % EVERY == 0) {
                invert();
            }
            float[] advantages = learner.estimates().get("advantage");
            float[] returns = learner.estimates().get("return");
            double[] gradient = gradient(other -> loss(other, bank, advantages, returns), behaviour);
            double[] step = new double[phi.length];
            for (int l = 0; l < layers.size(); l++) {
                Layer layer = layers.get(l);
                double[] part = new double[inverses[l].length];
                for (int i = 0; i < part.length; i++) {
                    part[i] = gradient[at(layer, i / layer.outputs(), i % layer.outputs())];
                }
                double[] solution = solve(inverses[l], part);
                for (int i = 0; i < part.length; i++) {
                    step[at(layer, i / layer.outputs(), i % layer.outputs())] = solution[i];
                }
            }
            double curvature = 0;
            for (int i = 0; i < step.length; i++) {
                curvature += step[i] * gradient[i];
            }
            double rate = 0.1 * (1 - update / 10.0);
            bounded |= Math.sqrt(2 * clip / curvature) < rate;
            rate = Math.min(rate, Math.sqrt(2 * clip / curvature));
            for (int i = 0; i < phi.length; i++) {
                moments[i] = MOMENTUM * moments[i] + (1 - MOMENTUM) * rate * step[i];
                phi[i] -= moments[i];
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, false, false, 0.001, true",
        "true, true, false, 0.001, true",
        "true, false, false, 10, false",
        "false, false, false, 0.001, true",
        "false, true, false, 10, false",
        "true, true, true, 0.001, true",
        "false, true, true, 10, false"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(
            boolean discrete, boolean shared, boolean convolves, double clip, boolean bounded) {
        ObservationSpace frame = convolves ? ObservationSpace.floats(HEIGHT, WIDTH, PLANES) : FEATURE;
        NetworkConfig network = new ConvConfig(ConvConfig.Kind.MINATAR, HIDDEN);
        PolicyNetwork policy = convolves ? policy(discrete, network, frame) : policy(discrete, shared);
        float[] phi = Fixtures.moved(policy, STREAM);
        double[] expected = Learning.widen(phi);
        Oracle oracle = new Oracle(discrete, shared, convolves, clip);
        try (Learner learner = learner(config(clip), discrete, policy, frame, Team.alone())) {
            float[] behaviour = phi.clone();
            double[] expectedBehaviour = expected.clone();
            for (int update = 0; update < 4; update++) {
                float[] next = phi.clone(); // acts from the next bank on
                double[] expectedNext = expected.clone();

                learner.update(bank(frame, update), behaviour, phi, update);
                oracle.update(expected, expectedBehaviour, bank(frame, update), learner, update);

                behaviour = next;
                expectedBehaviour = expectedNext;
                for (int i = 0; i < phi.length; i++) {
                    assertEquals(expected[i], phi[i], 2e-5, "φ" + i + ", " + update);
                }
            }
        }
        assertEquals(bounded, oracle.bounded);
    }

    /** Compares random rows of all lengths with the definition of an inverse. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40})
    void shouldInvertItsAverages(int columns) {
        KroneckerFactor factor = new KroneckerFactor(columns, true);
        float[] rows = new float[3 * columns + 5];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) STREAM.normal(columns, i);
        }
        int[] elements = IntStream.range(0, columns).toArray();
        // fewer rows than columns: singular without damping
        factor.add(new RowVectors(rows, columns, new int[] {5}, elements), 2, 2, 0.9);
        factor.add(new RowVectors(rows, columns, new int[] {5 + 2 * columns}, elements), 1, 1, 0.9);
        factor.invert(0.1);
        int n = columns + 1;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    double element = i == k ? 0.1 : 0;
                    for (int row = 0; row < 3; row++) {
                        double left = i == columns ? 1 : rows[5 + row * columns + i];
                        double right = k == columns ? 1 : rows[5 + row * columns + k];
                        element += (row < 2 ? 0.45 : 0.1) * left * right;
                    }
                    sum += element * factor.inverse()[k * n + j];
                }
                assertEquals(i == j ? 1 : 0, sum, 1e-9);
            }
        }
    }

    @Test
    void shouldHaveTheSameBitsForAnyThreadsAndAfterARestore() throws Exception {
        PolicyNetwork policy = policy(false, true);
        List<float[]> results = new ArrayList<>();
        List<String> digests = new ArrayList<>();
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        for (int threads : new int[] {1, 3, 1}) {
            boolean restores = digests.size() == 2;
            float[] phi = restores ? results.get(0).clone() : Fixtures.moved(policy, STREAM);
            try (Team team = Team.of(threads);
                    Learner learner = learner(config(0.01), false, policy, FEATURE, team)) {
                if (restores) {
                    learner.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
                } else {
                    learner.update(bank(FEATURE, 0), phi.clone(), phi, 0);
                    saved.reset();
                    learner.save(new DataOutputStream(saved));
                    results.add(phi.clone());
                }
                learner.update(bank(FEATURE, 1), phi.clone(), phi, 1);
                BitHasher hasher = new BitHasher();
                learner.digest(hasher);
                digests.add(hasher.hex());
            }
            results.add(phi);
        }
        assertArrayEquals(results.get(0), results.get(2), "threads");
        assertArrayEquals(results.get(1), results.get(3), "threads");
        assertArrayEquals(results.get(1), results.get(4), "a restore");
        assertEquals(List.of(digests.get(0), digests.get(0), digests.get(0)), digests);
        assertFalse(digests.get(0).equals(new BitHasher().hex()), "the averages are in the digest");
    }

    @Test
    void shouldRefuseNetworksItCannotLearnInOneMessageEach() {
        ConvConfig nature = ConvConfig.of(ConvConfig.Kind.NATURE);
        MlpConfig gelu = new MlpConfig(List.of(8), Activation.GELU, false);
        MlpConfig relu = new MlpConfig(List.of(8), Activation.RELU, true);
        assertEquals(
                "--network mlp 8 gelu: it must be mlp or a convolutional network without memory, with --activation tanh or"
                        + " relu and --layer-norm false, for acktr; choose such a network, or --algo a2c",
                refusal(gelu, FEATURE));
        assertEquals(
                "--network nature: channels 32, 64, 64, dense 512, relu: it must have at most 2048 inputs and outputs in a"
                        + " layer for acktr, which inverts matrices of that size, and has 3136; choose a smaller one, or"
                        + " --algo a2c",
                refusal(nature, ObservationSpace.bytes(84, 84)));
        assertEquals("", refusal(nature, ObservationSpace.bytes(64, 64)));
        assertEquals("", refusal(ConvConfig.of(ConvConfig.Kind.MINATAR), ObservationSpace.floats(10, 10, 7)));
        assertEquals("", refusal(relu, FEATURE));
    }

    private static String refusal(NetworkConfig network, ObservationSpace frame) {
        Violations violations = new Violations();
        config(1).checkNetwork(network, violations);
        if (violations.isEmpty()) {
            config(1).checkSize(network, new EnvironmentSpec("X", frame, space(true), 100, Double.NaN), 1, violations);
        }
        return violations.list().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    /** An element of a factor takes two doubles, as one of a step does: of layers 1 -> 3 -> 2, and 3 -> 1. */
    @Test
    void shouldCountTheBytesOfItsFactors() {
        MlpConfig network = new MlpConfig(List.of(3), Activation.TANH, true);
        double bytes =
                config(1).stateBytes(network, new EnvironmentSpec("X", FEATURE, space(true), 100, Double.NaN), 1);
        assertEquals(16 * (4 + 9 + 2 * 3 + 16 + 4 + 4 * 2 + 16 + 1 + 4), bytes);
    }
}
