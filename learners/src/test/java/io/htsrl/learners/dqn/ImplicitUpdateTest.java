package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.ValueDistribution;
import io.htsrl.core.policy.ValueDistribution.Kind;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.StorageBank;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates of DQN on implicit quantiles with the network and the loss (Dabney et al. 2018, Eq. 3, 4) that are
 * written down in double here, and gradients that are differences of them.
 */
class ImplicitUpdateTest {
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int ROWS = STEPS * ENVIRONMENTS;
    private static final int BATCH = DqnLearnerTest.BATCH;
    private static final int HIDDEN = 6;
    private static final int COSINES = 3;
    private static final int UNITS = 4;
    private static final double RATE = 0.2;
    private static final double TAU = 0.25;
    private static final double STEP = 1e-6;

    private boolean dueling;
    private ImplicitQuantiles counts;
    private double[] priorities;
    private RandomStream learnt; // fractions of the update
    private RandomStream ofTargets;

    private static StorageBank bank(long interval) {
        return Fixtures.bank(STEPS, ENVIRONMENTS, new float[] {0.1f, 0.9f, -0.8f}, 4 + interval);
    }

    private static PrioritizedReplay memory() {
        return new PrioritizedReplay(new ReplayConfig(
                1000, ENVIRONMENTS, bank(0).shape().observationSpace(), 1, 1, 3, DqnLearnerTest.GAMMA, 0.6, 1e-6));
    }

    private static PolicyNetwork policy(DqnConfig config) {
        return Networks.create(
                config.withOwnLayers(new MlpConfig(List.of(HIDDEN), Activation.RELU, true)),
                bank(0).shape().observationSpace(),
                1,
                FirstHead.of(config.values(2)),
                config.heads());
    }

    @ParameterizedTest
    @CsvSource({"false, false, 5, 3, 4", "true, true, 5, 3, 4", "true, false, 2, 7, 9", "false, true, 3, 2, 40"})
    void shouldMakeTheUpdatesThatAreWrittenDown(
            boolean ofDueling, boolean doubleQ, int samples, int targetSamples, int fixed) {
        dueling = ofDueling;
        counts = new ImplicitQuantiles(samples, targetSamples, fixed, COSINES, UNITS);
        DqnConfig plain = DqnLearnerTest.config(
                Learning.plainRms(RATE), Ratio.oneUpdatePer(ROWS), 0, 2L * ROWS, doubleQ, false, 1);
        DqnConfig config = DqnConfigBuilder.builder(plain)
                .dueling(dueling)
                .distribution(new ValueDistribution(Kind.IMPLICIT, 1, 0, 0, counts))
                .build();
        PolicyNetwork policy = policy(config);
        PolicyNetwork sampled = policy.sampled(counts.most());
        PolyakTargets targets = new PolyakTargets(policy.tensors(), TAU, Team.alone());
        DqnLearner learner = new DqnLearner(
                config,
                bank(0).shape(),
                policy,
                new QRows(config.learntValues(2)),
                size -> List.of(sampled.newGradientNetwork(Backend.JVM, size, Team.alone())),
                new TargetNetwork(List.of(sampled.newGradientNetwork(BATCH)), targets, new BatchTeam(1, Team.alone())),
                memory(),
                AnnealingHorizon.of(10),
                RandomStream.root(1).spawn("replay"),
                Team.alone(),
                BatchSizeController.FIXED);
        PrioritizedReplay memory = memory();
        BankMemory appender = new BankMemory(bank(0).shape(), memory, FirstErrors.GREATEST_SO_FAR);
        ReplayBatch batch = memory.newBatch(BATCH);
        float[] phi = new float[policy.parameterCount()];
        policy.initialise(phi, RandomStream.root(3));
        for (int i = 0; i < phi.length; i++) { // no bias of 0, at which a rectifier has no slope
            phi[i] += (float) (0.2 * RandomStream.root(4).uniform(i) - 0.1);
        }
        double[] theta = Learning.widen(phi);
        double[] target = theta.clone();
        RandomStream draws = RandomStream.root(1).spawn("replay");
        for (int update = 0; update < 4; update++) {
            double[] before = theta.clone();
            appender.append(bank(update), phi);
            RandomStream own =
                    draws.spawn("fractions").spawn(update).spawn(0).spawn(0); // interval, update in it, batch
            learnt = own.spawn("learned");
            ofTargets = own.spawn("target");
            memory.sample(batch, draws.spawn(update), 0.4 + 0.6 * update / 10);
            memory.updatePriorities(batch, descend(theta, target, doubleQ, batch));
            Learning.follow(target, theta, update % 2 == 1 ? TAU : 0);

            learner.update(bank(update), phi, phi, update);

            double moved = 0;
            for (int i = 0; i < theta.length; i++) {
                double change = theta[i] - before[i];
                moved = Math.max(moved, Math.abs(change));
                assertEquals(change, phi[i] - before[i], 1e-3 * Math.abs(change) + 2e-6, "θ" + i + ", " + update);
                assertEquals(target[i], targets.values()[i], 1e-5, "θ'" + i + ", " + update);
            }
            assertTrue(moved > 1e-3, "an update that shows something");
            assertActs(policy, phi, theta);
        }
    }

    private void assertActs(PolicyNetwork policy, float[] phi, double[] theta) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(phi);
        float[] outputs = new float[3];
        ActionValues head = new ActionValues(2, dueling, ValueDistribution.NONE);
        for (float x : new float[] {-1.3f, 0.4f, 0.9f}) {
            ObservationBatch batch = new ObservationBatch(1);
            batch.over(new float[] {x});
            batch.add(0);
            policy.newForward().forward(snapshot, batch, outputs, new int[1]);
            double[] values = values(theta, x);
            assertEquals(values[0], head.value(outputs, 0, 0), 1e-5);
            assertEquals(values[1], head.value(outputs, 0, 1), 1e-5);
        }
    }

    /** Takes a step of θ down the weighted loss; returns the errors. */
    private float[] descend(double[] theta, double[] target, boolean doubleQ, ReplayBatch batch) {
        double[][] wanted = new double[BATCH][counts.numTauPrimeSamples()];
        for (int row = 0; row < BATCH; row++) {
            double next = batch.floatNextObservations()[row];
            double[] q = values(doubleQ ? theta : target, next);
            for (int j = 0; j < wanted[row].length; j++) {
                double quantile = quantiles(target, next, (float) ofTargets.uniform(row, j))[q[1] > q[0] ? 1 : 0];
                wanted[row][j] = batch.returns()[row] + batch.discounts()[row] * quantile;
            }
        }
        double[] at = theta.clone();
        double[] slopes = new double[theta.length];
        loss(at, wanted, batch);
        float[] errors = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
            errors[row] = (float) priorities[row];
        }
        for (int j = 0; j < theta.length; j++) {
            at[j] = theta[j] + STEP;
            double up = loss(at, wanted, batch);
            at[j] = theta[j] - STEP;
            double down = loss(at, wanted, batch);
            at[j] = theta[j];
            slopes[j] = (up - down) / (2 * STEP);
        }
        for (int j = 0; j < theta.length; j++) {
            theta[j] -= RATE * slopes[j];
        }
        return errors;
    }

    private double loss(double[] theta, double[][] wanted, ReplayBatch batch) {
        priorities = new double[BATCH];
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            double loss = 0;
            for (int i = 0; i < counts.numTauSamples(); i++) {
                double tau = (float) learnt.uniform(row, i);
                double value = quantiles(theta, batch.floatObservations()[row], tau)[(int) batch.actions()[row]];
                for (double y : wanted[row]) {
                    double u = y - value;
                    double huber = Math.abs(u) <= 1 ? u * u / 2 : Math.abs(u) - 0.5;
                    loss += Math.abs(tau - (u < 0 ? 1 : 0)) * huber / wanted[row].length;
                }
            }
            priorities[row] = loss / counts.numTauSamples();
            sum += batch.weights()[row] * loss / BATCH;
        }
        return sum;
    }

    private double[] values(double[] theta, double x) {
        double[] values = new double[2];
        int fixed = counts.numQuantileSamples();
        for (int k = 0; k < fixed; k++) {
            double[] quantiles = quantiles(theta, x, (2 * k + 1) / (2.0 * fixed));
            values[0] += quantiles[0] / fixed;
            values[1] += quantiles[1] / fixed;
        }
        return values;
    }

    /** The network of one hidden layer, ψ, φ and f. */
    private double[] quantiles(double[] theta, double x, double tau) {
        double[] cosines = new double[COSINES];
        for (int i = 0; i < COSINES; i++) {
            cosines[i] = Math.cos(Math.PI * i * tau);
        }
        double[] psi = relu(dense(theta, 1, relu(dense(theta, 0, new double[] {x}))));
        double[] phi = relu(dense(theta, 2, cosines));
        double[] product = new double[UNITS];
        for (int u = 0; u < UNITS; u++) {
            product[u] = psi[u] * phi[u];
        }
        double[] q = dense(theta, 4, relu(dense(theta, 3, product)));
        return dueling ? new double[] {q[2] + (q[0] - q[1]) / 2, q[2] + (q[1] - q[0]) / 2} : q;
    }

    private static double[] relu(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.max(0, x[i]);
        }
        return x;
    }

    private double[] dense(double[] theta, int layer, double[] x) {
        int[][] layers = {{1, HIDDEN}, {HIDDEN, UNITS}, {COSINES, UNITS}, {UNITS, UNITS}, {UNITS, dueling ? 3 : 2}};
        int at = 0;
        for (int l = 0; l < layer; l++) {
            at += (layers[l][0] + 1) * layers[l][1];
        }
        double[] out = new double[layers[layer][1]];
        for (int o = 0; o < out.length; o++) {
            out[o] = theta[at + x.length * out.length + o];
            for (int i = 0; i < x.length; i++) {
                out[o] += theta[at + i * out.length + o] * x[i];
            }
        }
        return out;
    }
}
