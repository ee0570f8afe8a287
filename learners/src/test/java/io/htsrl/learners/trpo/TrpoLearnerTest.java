package io.htsrl.learners.trpo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates with the paper's formulas in double: gradients by central differences, the Fisher matrix by its
 * definition, an expectation of scores' products, and the linear system by elimination.
 */
class TrpoLearnerTest {
    private static final float[] STORED = {0.7f, -0.6f, 0.4f}; // the stored outputs are these times the observation
    private static final double RATE = 0.05;
    private static final int UNITS = 4;
    private static final MlpConfig NETWORK = new MlpConfig(List.of(UNITS), Activation.TANH, false);
    private static final RandomStream STREAM = RandomStream.root(3);

    private static StorageBank bank(long update) {
        return Fixtures.lose(Fixtures.bank(8, 4, STORED, 40 + update), 1000, true);
    }

    private static ActionSpace space(boolean discrete) {
        return discrete ? new ActionSpace.Discrete(2) : new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    }

    private static TrpoConfig config(double targetKl, double entCoef, boolean norm, int subSampling, int searches) {
        return new TrpoConfig(
                new ActorCriticConfig(0.9, 0.8, norm, AnnealedValue.of(entCoef), 0.7, -0.5, false, 1, null),
                Learning.plainRms(RATE),
                targetKl,
                60,
                0.1,
                0.5,
                searches,
                2,
                12,
                subSampling);
    }

    /** The algorithm once more. Rows of the policy's step are those that were not lost. */
    private record Oracle(boolean discrete, TrpoConfig config, StorageBank bank, double[] advantage, int[] rows) {
        private int policyParameters() {
            return discrete ? NaiveNet.parameters(1, UNITS, 2) : NaiveNet.parameters(1, UNITS, 1) + 1;
        }

        /** The outputs of the policy's head. */
        private double[] head(double[] phi, int row) {
            double[] x = {bank.floatObservations()[row]};
            return discrete
                    ? NaiveNet.forward(phi, 0, x, 1, UNITS, 2)
                    : new double[] {NaiveNet.forward(phi, 0, x, 1, UNITS, 1)[0], phi[policyParameters() - 1]};
        }

        private double value(double[] phi, int row) {
            return NaiveNet.forward(phi, policyParameters(), new double[] {bank.floatObservations()[row]}, 1, UNITS, 1)[
                    0];
        }

        private double log(double[] head, double action) {
            if (discrete) {
                return head[(int) action] - Math.log(Math.exp(head[0]) + Math.exp(head[1]));
            }
            double z = (action - head[0]) / Math.exp(head[1]);
            return -0.5 * z * z - head[1] - 0.5 * Math.log(2 * Math.PI);
        }

        /** The mean of a function of the action: over both, or by a quadrature that is exact to the fifth power. */
        private double mean(double[] head, ToDoubleFunction<Double> of) {
            if (discrete) {
                double first = Math.exp(log(head, 0));
                return first * of.applyAsDouble(0.0) + (1 - first) * of.applyAsDouble(1.0);
            }
            double far = Math.sqrt(3) * Math.exp(head[1]);
            return 2.0 / 3 * of.applyAsDouble(head[0])
                    + (of.applyAsDouble(head[0] + far) + of.applyAsDouble(head[0] - far)) / 6;
        }

        private double objective(double[] phi) {
            double sum = 0;
            for (int i = 0; i < rows.length; i++) {
                double[] head = head(phi, rows[i]);
                double[] stored = {
                    bank.outputs()[3 * rows[i]], bank.outputs()[3 * rows[i] + 1],
                };
                double action = bank.actions()[rows[i]];
                sum += advantage[i] * Math.exp(log(head, action) - log(stored, action));
                sum -= config.actorCritic().entCoef().from() * mean(head, other -> log(head, other));
            }
            return sum / rows.length;
        }

        private double divergence(double[] from, double[] to) {
            double sum = 0;
            for (int row : rows) {
                double[] p = head(from, row);
                double[] q = head(to, row);
                sum += mean(p, action -> log(p, action) - log(q, action));
            }
            return sum / rows.length;
        }

        private double[] gradient(ToDoubleFunction<double[]> of, double[] phi, int count) {
            double[] gradient = new double[count];
            for (int i = 0; i < count; i++) {
                double[] above = phi.clone();
                double[] below = phi.clone();
                above[i] += 1e-5;
                below[i] -= 1e-5;
                gradient[i] = (of.applyAsDouble(above) - of.applyAsDouble(below)) / 2e-5;
            }
            return gradient;
        }

        private double[][] fisher(double[] phi) {
            int n = policyParameters();
            double[][] fisher = new double[n][n];
            for (int row : rows) {
                double[] head = head(phi, row);
                List<double[]> scores = new ArrayList<>();
                List<Double> actions = new ArrayList<>();
                mean(head, action -> {
                    actions.add(action);
                    scores.add(gradient(other -> log(head(other, row), action), phi, n));
                    return 0;
                });
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        int a = i;
                        int b = j;
                        fisher[i][j] += mean(head, action -> {
                                    double[] score = scores.get(actions.indexOf(action));
                                    return score[a] * score[b];
                                })
                                / rows.length;
                    }
                }
            }
            for (int i = 0; i < n; i++) {
                fisher[i][i] += config.cgDamping();
            }
            return fisher;
        }

        /** Gauss-Jordan elimination; the matrix is positive definite. */
        private static double[] solve(double[][] matrix, double[] right) {
            double[][] a = Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
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

        /** Makes the policy's step; returns its divergence, and 0 without a step. */
        private double step(double[] phi) {
            double[] begun = phi.clone();
            double[] gradient = gradient(this::objective, phi, policyParameters());
            double[] x = solve(fisher(phi), gradient);
            double curvature = 0; // x A x = x b
            for (int i = 0; i < x.length; i++) {
                curvature += x[i] * gradient[i];
            }
            double scale = Math.sqrt(2 * config.targetKl() / curvature);
            for (int trial = 0; trial < config.lineSearchMaxIter(); trial++) {
                for (int i = 0; i < x.length; i++) {
                    phi[i] = begun[i] + scale * x[i];
                }
                double divergence = divergence(begun, phi);
                if (divergence < config.targetKl() && objective(phi) > objective(begun)) {
                    return divergence;
                }
                scale *= config.lineSearchShrinkingFactor();
            }
            System.arraycopy(begun, 0, phi, 0, phi.length);
            return 0;
        }

        /** Makes the critic's steps; returns the mean loss. */
        private double critic(double[] phi, float[] returns, Minibatches minibatches, long update) {
            double mean = 0;
            for (int epoch = 0; epoch < config.nCriticUpdates(); epoch++) {
                int[] order = minibatches.shuffle(update, epoch).clone();
                for (int from = 0; from < order.length; from += config.batchSize()) {
                    int[] batch = Arrays.stream(order, from, Math.min(order.length, from + config.batchSize()))
                            .filter(row -> !bank.lost(row))
                            .toArray();
                    ToDoubleFunction<double[]> loss = at -> Arrays.stream(batch)
                            .mapToDouble(row -> Math.pow(value(at, row) - returns[row], 2))
                            .average()
                            .orElseThrow();
                    mean += loss.applyAsDouble(phi) / (config.nCriticUpdates() * 3);
                    double[] gradient = gradient(loss, phi, phi.length);
                    for (int i = 0; i < phi.length; i++) {
                        phi[i] -= RATE * config.actorCritic().vfCoef() * gradient[i];
                    }
                }
            }
            return mean;
        }
    }

    private static double[] normalised(double[] of) {
        double mean = Arrays.stream(of).average().orElseThrow();
        double variance = Arrays.stream(of).map(x -> (x - mean) * (x - mean)).sum() / (of.length - 1);
        return Arrays.stream(of)
                .map(x -> (x - mean) / (Math.sqrt(variance) + 1e-8))
                .toArray();
    }

    private static PolicyNetwork policy(TrpoConfig config, boolean discrete) {
        return Networks.create(
                NETWORK, ObservationSpace.floats(1), 1, FirstHead.of(config.head(space(discrete))), Heads.ACTOR_CRITIC);
    }

    private static Learner learner(TrpoConfig config, boolean discrete, PolicyNetwork policy, Team team) {
        return new Trpo()
                .learner(
                        config,
                        Fixtures.inputs(
                                bank(0).shape(), policy, space(discrete), team, STREAM, AsyncConfig.Correction.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0.01, 0, true, 1", "true, 0.3, 0.05, false, 1", "true, 0.01, 0, true, 2",
        "false, 0.01, 0, true, 1", "false, 0.4, 0.05, false, 1", "false, 0.01, 0, true, 3"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(
            boolean discrete, double targetKl, double entCoef, boolean norm, int subSampling) {
        TrpoConfig config = config(targetKl, entCoef, norm, subSampling, 10);
        PolicyNetwork policy = policy(config, discrete);
        float[] phi = Fixtures.moved(policy, STREAM);
        double[] expected = Learning.widen(phi);
        Minibatches minibatches = new Minibatches(bank(0).shape(), 1, STREAM.spawn("minibatch"));
        int steps = 0;
        try (Learner learner = learner(config, discrete, policy, Team.alone())) {
            float[] behaviour = phi.clone();
            for (int update = 0; update < 3; update++) {
                float[] next = phi.clone(); // acts from the next bank on
                StorageBank bank = bank(update);

                Map<String, Double> metrics = learner.update(bank, behaviour, phi, update);

                behaviour = next;
                int[] order =
                        subSampling == 1 ? minibatches.inOrder() : minibatches.shuffle(update, config.nCriticUpdates());
                int[] rows = Arrays.stream(order, 0, order.length / subSampling)
                        .filter(row -> !bank.lost(row))
                        .toArray();
                float[] estimates = learner.estimates().get("advantage");
                double[] advantage =
                        Arrays.stream(rows).mapToDouble(row -> estimates[row]).toArray();
                Oracle oracle =
                        new Oracle(discrete, config, bank, norm ? normalised(advantage) : advantage, rows.clone());
                double divergence = oracle.step(expected);
                steps += divergence > 0 ? 1 : 0;
                assertEquals(divergence, metrics.get("kl_divergence"), 1e-5);
                assertEquals(divergence > 0 ? 1 : 0, metrics.get("line_search_success"));
                double loss = oracle.critic(expected, learner.estimates().get("return"), minibatches, update);
                assertEquals(loss, metrics.get("value_loss"), 1e-5);
                for (int i = 0; i < phi.length; i++) {
                    assertEquals(expected[i], phi[i], 2e-4, "φ" + i + ", " + update);
                }
            }
        }
        assertTrue(steps >= 2, "steps were made: " + steps);
    }

    @Test
    void shouldKeepThePolicyWhereTheLineSearchFails() {
        TrpoConfig config = config(0.1, 0, true, 1, 1); // one trial, which goes too far
        PolicyNetwork policy = policy(config, false);
        float[] phi = Fixtures.moved(policy, STREAM);
        float[] before = phi.clone();
        try (Learner learner = learner(config, false, policy, Team.alone())) {
            Map<String, Double> metrics = learner.update(bank(1), phi.clone(), phi, 0);

            assertEquals(0, metrics.get("line_search_success"));
            assertEquals(0, metrics.get("kl_divergence"));
        }
        int policyParameters = NaiveNet.parameters(1, UNITS, 1) + 1;
        assertArrayEquals(Arrays.copyOf(before, policyParameters), Arrays.copyOf(phi, policyParameters));
        assertTrue(before[policyParameters] != phi[policyParameters], "the critic moves");
    }

    @Test
    void shouldHaveTheSameBitsForAnyThreads() {
        TrpoConfig config = config(0.01, 0.01, true, 2, 10);
        PolicyNetwork policy = policy(config, false);
        List<float[]> results = new ArrayList<>();
        for (int threads : new int[] {1, 3}) {
            float[] phi = Fixtures.moved(policy, STREAM);
            try (Team team = Team.of(threads);
                    Learner learner = learner(config, false, policy, team)) {
                learner.update(bank(0), phi.clone(), phi, 0);
                learner.update(bank(1), phi.clone(), phi, 1);
            }
            results.add(phi);
        }
        assertArrayEquals(results.get(0), results.get(1));
    }

    @Test
    void shouldRefuseNetworksItCannotLearnInOneMessageEach() {
        for (NetworkConfig network : List.of(
                ConvConfig.of(ConvConfig.Kind.NATURE),
                new MlpConfig(List.of(8), Activation.GELU, false),
                new MlpConfig(List.of(8), Activation.TANH, true))) {
            Violations violations = new Violations();
            config(0.01, 0, true, 1, 10).checkNetwork(network, violations);
            assertEquals(1, violations.list().size(), network.description());
        }
        Violations none = new Violations();
        config(0.01, 0, true, 1, 10)
                .checkNetwork(
                        new MlpConfig(
                                List.of(8),
                                Optional.empty(),
                                Optional.of(List.of(4)),
                                Activation.RELU,
                                false,
                                false,
                                false,
                                null),
                        none);
        assertEquals(List.of(), none.list());
    }
}
