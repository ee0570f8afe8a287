package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.noise.NoisyPolicy;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates of DQN on distributions of values with losses that are written down in double here and gradients
 * that are differences of them.
 */
class DistributionUpdateTest {
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int ROWS = STEPS * ENVIRONMENTS;
    private static final int BATCH = DqnLearnerTest.BATCH;
    private static final int ATOMS = 5;
    private static final int UNITS = 6;
    private static final double LEAST = -1.5;
    private static final double MOST = 2;
    private static final double RATE = 0.2;
    private static final double TAU = 0.25;
    private static final double STEP = 1e-6;

    private Kind kind;
    private boolean dueling;
    private double[] noise; // factors of the learnt network, and those of the target
    private double[] noiseOfTarget;
    private double[] priorities;

    private static StorageBank bank(long interval) {
        return Fixtures.bank(STEPS, ENVIRONMENTS, new float[] {0.1f, 0.9f, -0.8f}, 4 + interval);
    }

    private DqnConfig config(boolean doubleQ) {
        DqnConfig plain = DqnLearnerTest.config(
                Learning.plainRms(RATE), Ratio.oneUpdatePer(ROWS), 0, 2L * ROWS, doubleQ, false, 1);
        return DqnConfigBuilder.builder(plain)
                .dueling(dueling)
                .distribution(new ValueDistribution(kind, ATOMS, LEAST, MOST, null))
                .build();
    }

    private static PrioritizedReplay memory() {
        return new PrioritizedReplay(new ReplayConfig(
                1000, ENVIRONMENTS, bank(0).shape().observationSpace(), 1, 1, 3, DqnLearnerTest.GAMMA, 0.6, 1e-6));
    }

    @ParameterizedTest
    @CsvSource({
        "CATEGORICAL, false, false, 0",
        "CATEGORICAL, true, true, 0.5",
        "QUANTILE, false, true, 0.5",
        "QUANTILE, true, false, 0"
    })
    void shouldMakeTheUpdatesThatAreWrittenDown(Kind ofAtoms, boolean ofDueling, boolean doubleQ, double sigma) {
        kind = ofAtoms;
        dueling = ofDueling;
        DqnConfig config = config(doubleQ);
        QRows rows = new QRows(config.values(2));
        MlpConfig layers = new MlpConfig(List.of(UNITS), Activation.RELU, true);
        PolicyNetwork plain = Networks.create(
                layers, bank(0).shape().observationSpace(), 1, config.values(2).outputs(), config.heads());
        PolicyNetwork policy = sigma > 0 ? new NoisyPolicy(plain, sigma) : plain;
        int learnt = sigma > 0 ? 2 * plain.parameterCount() : plain.parameterCount();
        PolyakTargets targets = new PolyakTargets(policy.tensors(), TAU, Team.alone());
        DqnLearner learner = new DqnLearner(
                config,
                bank(0).shape(),
                policy,
                rows,
                size -> List.of(policy.newGradientNetwork(Backend.JVM, size, Team.alone())),
                new TargetNetwork(List.of(policy.newGradientNetwork(BATCH)), targets, new BatchTeam(1, Team.alone())),
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
        double[] theta = Arrays.copyOf(Learning.widen(phi), learnt);
        double[] target = theta.clone();
        RandomStream draws = RandomStream.root(1).spawn("replay").spawn("noise");
        for (int update = 0; update < 4; update++) {
            double[] before = theta.clone();
            appender.append(bank(update), phi);
            noise = factors(policy, learnt, draws.spawn(update).spawn(0).spawn("online"));
            noiseOfTarget = factors(policy, learnt, draws.spawn(update).spawn(0).spawn("target"));
            memory.sample(batch, RandomStream.root(1).spawn("replay").spawn(update), 0.4 + 0.6 * update / 10);
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
            double[] acting = factors(policy, learnt, draws.spawn(update).spawn("acting"));
            assertArrayEquals(acting, Arrays.copyOfRange(Learning.widen(phi), learnt, phi.length), "noise of acting");
        }
    }

    /** Returns the factors of noise behind the learnt parameters, as they are drawn. */
    private static double[] factors(PolicyNetwork policy, int learnt, RandomStream stream) {
        float[] drawn = new float[policy.parameterCount()];
        if (policy instanceof NoisyPolicy noisy) {
            noisy.draw(drawn, stream);
        }
        return Arrays.copyOfRange(Learning.widen(drawn), learnt, drawn.length);
    }

    /** Returns {@code μ + σ ε}, layer after layer, of a vector {@code [μ | σ]}. */
    private double[] disturbed(double[] theta, double[] factors) {
        if (factors.length == 0) {
            return theta;
        }
        double[] sums = Arrays.copyOf(theta, theta.length / 2);
        int at = 0;
        int factor = 0;
        for (int[] layer : new int[][] {{1, UNITS}, {UNITS, width()}}) {
            for (int i = 0; i <= layer[0]; i++) {
                for (int j = 0; j < layer[1]; j++) {
                    double noise = factors[factor + layer[0] + j] * (i < layer[0] ? factors[factor + i] : 1);
                    sums[at] += theta[sums.length + at++] * noise;
                }
            }
            factor += layer[0] + layer[1];
        }
        return sums;
    }

    private int width() {
        return (dueling ? 3 : 2) * ATOMS;
    }

    /** Takes a step of θ down the weighted loss; returns the errors. */
    private float[] descend(double[] theta, double[] target, boolean doubleQ, ReplayBatch batch) {
        double[][] wanted = new double[BATCH][];
        for (int i = 0; i < BATCH; i++) {
            double next = batch.floatNextObservations()[i];
            double[] of = disturbed(target, noiseOfTarget);
            double[] q = values(doubleQ ? disturbed(theta, noise) : of, next);
            double[] atoms = atoms(of, next, q[1] > q[0] ? 1 : 0);
            wanted[i] = wanted(atoms, batch.returns()[i], batch.discounts()[i]);
        }
        double[] at = theta.clone();
        float[] errors = new float[BATCH];
        double[] slopes = new double[theta.length];
        loss(at, wanted, batch);
        for (int i = 0; i < BATCH; i++) {
            errors[i] = (float) priorities[i];
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

    /** Computes a categorical one's probabilities of the support, or the quantiles' returns. */
    private double[] wanted(double[] next, double reward, double discount) {
        double[] wanted = new double[ATOMS];
        if (kind == Kind.QUANTILE) {
            for (int j = 0; j < ATOMS; j++) {
                wanted[j] = reward + discount * next[j];
            }
            return wanted;
        }
        double[] p = softmax(next);
        for (int i = 0; i < ATOMS; i++) {
            for (int j = 0; j < ATOMS; j++) {
                double y = Math.min(MOST, Math.max(LEAST, reward + discount * z(j)));
                wanted[i] += p[j] * Math.max(0, 1 - Math.abs(y - z(i)) / (z(1) - z(0)));
            }
        }
        return wanted;
    }

    private double loss(double[] theta, double[][] wanted, ReplayBatch batch) {
        priorities = new double[BATCH];
        double[] of = disturbed(theta, noise);
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            double[] atoms = atoms(of, batch.floatObservations()[row], (int) batch.actions()[row]);
            double[] p = softmax(atoms);
            double loss = 0;
            for (int i = 0; i < ATOMS; i++) {
                double m = wanted[row][i];
                if (kind == Kind.CATEGORICAL) {
                    loss -= m * Math.log(p[i]);
                    priorities[row] += m == 0 ? 0 : m * Math.log(m / p[i]);
                    continue;
                }
                double share = (2 * i + 1) / (2.0 * ATOMS);
                for (double y : wanted[row]) {
                    double u = y - atoms[i];
                    double huber = Math.abs(u) <= 1 ? u * u / 2 : Math.abs(u) - 0.5;
                    loss += Math.abs(share - (u < 0 ? 1 : 0)) * huber / ATOMS;
                }
                priorities[row] = loss / ATOMS;
            }
            sum += batch.weights()[row] * loss / BATCH;
        }
        return sum;
    }

    private double[] values(double[] theta, double x) {
        double[] q = new double[2];
        for (int action = 0; action < 2; action++) {
            double[] atoms = atoms(theta, x, action);
            double[] p = softmax(atoms);
            for (int i = 0; i < ATOMS; i++) {
                q[action] += kind == Kind.QUANTILE ? atoms[i] / ATOMS : p[i] * z(i);
            }
        }
        return q;
    }

    private static double z(int i) {
        return LEAST + (MOST - LEAST) * i / (ATOMS - 1);
    }

    private static double[] softmax(double[] logits) {
        double sum = 0;
        double[] p = new double[ATOMS];
        for (int i = 0; i < ATOMS; i++) {
            p[i] = Math.exp(logits[i]);
            sum += p[i];
        }
        for (int i = 0; i < ATOMS; i++) {
            p[i] /= sum;
        }
        return p;
    }

    /** One hidden layer, then {@code [action][atom]} and the state's atoms. */
    private double[] atoms(double[] theta, double x, int action) {
        int width = width();
        double[] outputs = new double[width];
        for (int o = 0; o < width; o++) {
            outputs[o] = theta[2 * UNITS + UNITS * width + o];
            for (int u = 0; u < UNITS; u++) {
                outputs[o] += theta[2 * UNITS + u * width + o] * Math.max(0, theta[u] * x + theta[UNITS + u]);
            }
        }
        double[] atoms = new double[ATOMS];
        for (int i = 0; i < ATOMS; i++) {
            atoms[i] = outputs[action * ATOMS + i];
            if (dueling) {
                atoms[i] += outputs[2 * ATOMS + i] - (outputs[i] + outputs[ATOMS + i]) / 2;
            }
        }
        return atoms;
    }
}
