package io.htsrl.learners.pqn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares updates with Algorithm 1 as it is written, in double, with gradients by central differences. */
class PqnLearnerTest {
    private static final int[] SIZES = {1, 5, 3};
    private static final float[] STORED = {0.7f, -0.6f, 0.4f}; // the stored Q-values are these times the observation
    private static final double GAMMA = 0.9;
    private static final double RATE = 0.2;
    private static final int EPOCHS = 2;
    private static final int MINIBATCHES = 4;

    private final RandomStream stream = RandomStream.root(3);

    private static StorageBank bank(long update) {
        return Fixtures.lose(Fixtures.bank(8, 4, STORED, 40 + update), 1000, true);
    }

    private static double greatest(double[] parameters, float observation) {
        return DoubleStream.of(q(parameters, observation)).max().orElseThrow();
    }

    private static double[] q(double[] parameters, float observation) {
        return NaiveNet.forward(parameters, 0, new double[] {observation}, SIZES);
    }

    /** The λ-returns by their definition, forwards: a weighted sum of n-step returns. */
    private static double[] targets(StorageBank bank, double[] behaviour, double lambda) {
        BankShape shape = bank.shape();
        double[] targets = new double[shape.rows()];
        for (int column = 0; column < shape.environments(); column++) {
            for (int step = 0; step < shape.steps(); step++) {
                targets[bank.row(step, column)] = target(bank, step, column, behaviour, lambda);
            }
        }
        return targets;
    }

    private static double target(StorageBank bank, int from, int column, double[] behaviour, double lambda) {
        ObservationSlot slot = new ObservationSlot();
        double sum = 0;
        double discount = 1;
        double share = 1; // λ^(n-1)
        double rewards = 0;
        for (int step = from; ; step++) {
            int row = bank.row(step, column);
            rewards += discount * bank.rewards()[row];
            discount *= GAMMA;
            if (bank.terminated(row)) {
                return sum + share * rewards;
            }
            boolean beyond = step + 1 == bank.shape().steps();
            double value;
            if (bank.truncated(row)) {
                int index = 0; // of its last observation, in the order of steps
                for (int before = 0; before < step; before++) {
                    index += bank.truncated(bank.row(before, column)) ? 1 : 0;
                }
                value = greatest(
                        behaviour, bank.finals(column).slot(index, slot).get(0));
            } else {
                float x = bank.observationSlot(step + 1, column, slot).get(0);
                value = beyond
                        ? greatest(behaviour, x)
                        : Math.max(STORED[0] * x, Math.max(STORED[1] * x, STORED[2] * x));
            }
            double ofReturn = rewards + discount * value;
            if (bank.truncated(row) || beyond || bank.lost(bank.row(step + 1, column))) {
                return sum + share * ofReturn;
            }
            sum += share * (1 - lambda) * ofReturn;
            share *= lambda;
        }
    }

    private static double loss(StorageBank bank, double[] targets, int[] rows, double[] phi) {
        double sum = 0;
        int count = 0;
        for (int row : rows) {
            if (!bank.lost(row)) {
                double[] q = q(phi, bank.floatObservations()[row]);
                sum += 0.5 * Math.pow(q[(int) bank.actions()[row]] - targets[row], 2);
                count++;
            }
        }
        return sum / Math.max(1, count);
    }

    /** Makes an update of φ; returns the mean loss of its minibatches. */
    private double update(StorageBank bank, double[] behaviour, double[] phi, double lambda, long update) {
        double[] targets = targets(bank, behaviour, lambda);
        Minibatches minibatches = new Minibatches(bank.shape(), MINIBATCHES, stream.spawn("minibatch"));
        double mean = 0;
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            int[] order = minibatches.shuffle(update, epoch).clone();
            for (int from = 0; from < order.length; from += order.length / MINIBATCHES) {
                int[] rows = Arrays.copyOfRange(order, from, from + order.length / MINIBATCHES);
                mean += loss(bank, targets, rows, phi) / (EPOCHS * MINIBATCHES);
                double[] before = phi.clone();
                for (int i = 0; i < phi.length; i++) {
                    double[] above = before.clone();
                    double[] below = before.clone();
                    above[i] += 1e-5;
                    below[i] -= 1e-5;
                    phi[i] -= RATE * (loss(bank, targets, rows, above) - loss(bank, targets, rows, below)) / 2e-5;
                }
            }
        }
        return mean;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.65, 1})
    void shouldMakeTheUpdatesThatAreWrittenDown(double lambda) {
        PqnConfig config = new PqnConfig(
                Learning.plainRms(RATE), GAMMA, lambda, new Exploration(1, 0.1, 0.5, false), EPOCHS, MINIBATCHES, null);
        PolicyNetwork policy = Networks.create(
                new MlpConfig(List.of(SIZES[1]), Activation.TANH, true), ObservationSpace.floats(1), 1, 3, Heads.Q);
        float[] phi = new float[policy.parameterCount()];
        policy.initialise(phi, RandomStream.root(2));
        double[] expected = Learning.widen(phi);
        try (Learner learner = new Pqn()
                .learner(
                        config,
                        Fixtures.inputs(
                                bank(0).shape(),
                                policy,
                                new ActionSpace.Discrete(3),
                                Team.alone(),
                                stream,
                                AsyncConfig.Correction.NONE))) {
            float[] behaviour = phi.clone();
            for (int update = 0; update < 3; update++) {
                float[] next = phi.clone(); // acts from the next bank on
                double loss = update(bank(update), Learning.widen(behaviour), expected, lambda, update);

                Map<String, Double> metrics = learner.update(bank(update), behaviour, phi, update);

                behaviour = next;
                assertEquals(loss, metrics.get("td_loss"), 1e-5);
                for (int i = 0; i < phi.length; i++) {
                    assertEquals(expected[i], phi[i], 2e-5, "φ" + i + ", " + update);
                }
            }
            assertTrue(Math.abs(phi[0] - behaviour[0]) > 1e-4, "φ moves");
        }
    }
}
