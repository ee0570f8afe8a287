package io.htsrl.learners.acktr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
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
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole updates against the papers' formulas in double: gradients by central differences, factors by their definition,
 * and the natural gradient by elimination in the Kronecker product of both.
 */
class AcktrLearnerTest {
    private static final float[] STORED = {0.7f, -0.6f, 0.4f}; // the stored outputs are these times the observation
    private static final int UNITS = 4;
    private static final RandomStream STREAM = RandomStream.root(3);
    private static final double DECAY = 0.7;
    private static final double DAMPING = 0.02;
    private static final double MOMENTUM = 0.6;
    private static final double VALUE = 0.8; // vf-fisher-coef
    private static final int EVERY = 2;

    private static StorageBank bank(long update) {
        return Fixtures.lose(Fixtures.bank(8, 4, STORED, 40 + update), 1000, true);
    }

    private static ActionSpace space(boolean discrete) {
        return discrete ? new ActionSpace.Discrete(2) : new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    }

    private static AcktrConfig config(double clip) {
        return new AcktrConfig(
                new ActorCriticConfig(0.9, 0.8, false, AnnealedValue.of(0.05), 0.7, -0.5, 4, null),
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
        return Networks.create(
                new MlpConfig(List.of(UNITS), Activation.TANH, shared),
                ObservationSpace.floats(1),
                1,
                FirstHead.of(config(1).head(space(discrete))),
                Heads.ACTOR_CRITIC);
    }

    private static Learner learner(AcktrConfig config, boolean discrete, PolicyNetwork policy, Team team) {
        return new Acktr()
                .learner(
                        config,
                        Fixtures.inputs(
                                bank(0).shape(), policy, space(discrete), team, STREAM, AsyncConfig.Correction.NONE));
    }

    /** A layer's place, and the torso below it: -1 for the observation, -2 for nothing. */
    private record Layer(int inputs, int outputs, int offset, int torso) {}

    /** The algorithm once more. */
    private static final class Oracle {
        private final boolean discrete;
        private final double clip;
        private final List<Layer> layers = new ArrayList<>();
        private final int head; // offset
        private final int valueTorso;
        private final int value; // offset of its head
        private final double[] moments;
        private final double[][][] factors; // of each layer two
        private final double[][][] inverses; // of the last inversion: of A ⊗ G
        private boolean bounded;

        Oracle(boolean discrete, boolean shared, double clip) {
            this.discrete = discrete;
            this.clip = clip;
            int torso = 2 * UNITS;
            int outputs = discrete ? 2 : 1;
            head = torso;
            layers.add(new Layer(1, UNITS, 0, -1));
            layers.add(new Layer(UNITS, outputs, head, 0));
            int end = head + (UNITS + 1) * outputs;
            if (!discrete) {
                layers.add(new Layer(0, 1, end++, -2));
            }
            valueTorso = shared ? 0 : end;
            if (!shared) {
                layers.add(new Layer(1, UNITS, end, -1));
                end += torso;
            }
            value = end;
            layers.add(new Layer(UNITS, 1, value, valueTorso));
            moments = new double[value + UNITS + 1];
            factors = new double[2 * layers.size()][][];
            inverses = new double[layers.size()][][];
        }

        private static double[] hidden(double[] phi, int torso, double x) {
            double[] sums = NaiveNet.forward(phi, torso, new double[] {x}, 1, UNITS);
            return IntStream.range(0, UNITS)
                    .mapToDouble(i -> Math.tanh(sums[i]))
                    .toArray();
        }

        /** Logits, or mean and logarithm of the deviation. */
        private double[] head(double[] phi, double x) {
            double[] units = hidden(phi, 0, x);
            return discrete
                    ? NaiveNet.forward(phi, head, units, UNITS, 2)
                    : new double[] {NaiveNet.forward(phi, head, units, UNITS, 1)[0], phi[head + UNITS + 1]};
        }

        private double value(double[] phi, double x) {
            return NaiveNet.forward(phi, value, hidden(phi, valueTorso, x), UNITS, 1)[0];
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

        private static double[] gradient(ToDoubleFunction<double[]> of, double[] phi, int from, int count) {
            double[] gradient = new double[count];
            for (int i = 0; i < count; i++) {
                double[] above = phi.clone();
                double[] below = phi.clone();
                above[from + i] += 1e-5;
                below[from + i] -= 1e-5;
                gradient[i] = (of.applyAsDouble(above) - of.applyAsDouble(below)) / 2e-5;
            }
            return gradient;
        }

        private double loss(double[] phi, StorageBank bank, float[] advantages, float[] returns) {
            double sum = 0;
            int learnt = 0;
            for (int row = 0; row < returns.length; row++) {
                if (!bank.lost(row)) {
                    double x = bank.floatObservations()[row];
                    double[] head = head(phi, x);
                    sum -= advantages[row] * log(head, bank.actions()[row]) + 0.05 * entropy(head);
                    sum += 0.7 * Math.pow(value(phi, x) - returns[row], 2);
                    learnt++;
                }
            }
            return sum / learnt;
        }

        private void observe(double[] phi, StorageBank bank, long update) {
            int rows = bank.shape().rows();
            double[][][] sums = new double[factors.length][][];
            for (int l = 0; l < layers.size(); l++) {
                sums[2 * l] =
                        new double[layers.get(l).inputs() + 1][layers.get(l).inputs() + 1];
                sums[2 * l + 1] =
                        new double[layers.get(l).outputs()][layers.get(l).outputs()];
            }
            RandomStream draws = STREAM.spawn("fisher actions").spawn(update);
            for (int row = 0; row < rows; row++) {
                double x = bank.floatObservations()[row];
                double[] at = head(phi, x);
                double drawn = discrete
                        ? draws.uniform(row) < Math.exp(log(at, 0)) ? 0 : 1
                        : at[0] + Math.exp(at[1]) * draws.normal(row, 0);
                double noise = VALUE * STREAM.spawn("fisher values").normal(update, row);
                ToDoubleFunction<double[]> likelihood = other -> log(head(other, x), drawn) + noise * value(other, x);
                for (int l = 0; l < layers.size(); l++) {
                    Layer layer = layers.get(l);
                    double[] inputs = new double[layer.inputs() + 1];
                    double[] below = layer.torso() == -1
                            ? new double[] {x}
                            : layer.torso() == -2 ? new double[0] : hidden(phi, layer.torso(), x);
                    System.arraycopy(below, 0, inputs, 0, below.length);
                    inputs[below.length] = 1;
                    addSquare(inputs, rows, sums[2 * l]);
                    int bias = layer.offset() + layer.inputs() * layer.outputs(); // its gradient is that of the sums
                    addSquare(gradient(likelihood, phi, bias, layer.outputs()), rows, sums[2 * l + 1]);
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
            double[] gradient =
                    gradient(other -> loss(other, bank, advantages, returns), behaviour, 0, behaviour.length);
            double[] step = new double[phi.length];
            for (int l = 0; l < layers.size(); l++) {
                double[] part = new double[inverses[l].length];
                System.arraycopy(gradient, layers.get(l).offset(), part, 0, part.length);
                System.arraycopy(
                        solve(inverses[l], part), 0, step, layers.get(l).offset(), part.length);
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
        "true, false, 0.001, true",
        "true, true, 0.001, true",
        "true, false, 10, false",
        "false, false, 0.001, true",
        "false, true, 10, false"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(boolean discrete, boolean shared, double clip, boolean bounded) {
        PolicyNetwork policy = policy(discrete, shared);
        float[] phi = Fixtures.moved(policy, STREAM);
        double[] expected = Learning.widen(phi);
        Oracle oracle = new Oracle(discrete, shared, clip);
        try (Learner learner = learner(config(clip), discrete, policy, Team.alone())) {
            float[] behaviour = phi.clone();
            double[] expectedBehaviour = expected.clone();
            for (int update = 0; update < 4; update++) {
                float[] next = phi.clone(); // acts from the next bank on
                double[] expectedNext = expected.clone();

                learner.update(bank(update), behaviour, phi, update);
                oracle.update(expected, expectedBehaviour, bank(update), learner, update);

                behaviour = next;
                expectedBehaviour = expectedNext;
                for (int i = 0; i < phi.length; i++) {
                    assertEquals(expected[i], phi[i], 2e-5, "φ" + i + ", " + update);
                }
            }
        }
        assertEquals(bounded, oracle.bounded);
    }

    /** Random rows of all lengths, and the definition of an inverse. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40})
    void shouldInvertItsAverages(int columns) {
        KroneckerFactor factor = new KroneckerFactor(columns, true);
        float[] rows = new float[3 * columns + 5];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) STREAM.normal(columns, i);
        }
        factor.add(rows, 5, columns, 2, 0.9); // fewer rows than columns: singular without damping
        factor.add(rows, 5 + 2 * columns, columns, 1, 0.9);
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
                    Learner learner = learner(config(0.01), false, policy, team)) {
                if (restores) {
                    learner.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
                } else {
                    learner.update(bank(0), phi.clone(), phi, 0);
                    saved.reset();
                    learner.save(new DataOutputStream(saved));
                    results.add(phi.clone());
                }
                learner.update(bank(1), phi.clone(), phi, 1);
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
        for (NetworkConfig network :
                List.of(ConvConfig.of(ConvConfig.Kind.NATURE), new MlpConfig(List.of(8), Activation.GELU, false))) {
            Violations violations = new Violations();
            config(1).checkNetwork(network, violations);
            assertEquals(1, violations.list().size(), network.description());
            assertTrue(violations.list().get(0).toString().contains("--algo a2c"));
        }
        Violations none = new Violations();
        config(1).checkNetwork(new MlpConfig(List.of(8), Activation.RELU, true), none);
        assertEquals(List.of(), none.list());
    }
}
