package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.htsrl.replay.HindsightConfig;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.SequenceConfig;
import io.htsrl.replay.SequenceRows;
import io.htsrl.storage.StorageBank;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Retrace updates DQN over the steps of a transition: {@code Q(s, a) + Σ_k γ^k (c_1 ... c_k) δ_k} (Munos et al. 2016,
 * Eq. 3, 4), written down in double here, forwards.
 */
class RetraceUpdateTest {
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int ROWS = STEPS * ENVIRONMENTS;
    private static final int BATCH = DqnLearnerTest.BATCH;
    private static final int UNITS = 6;
    private static final double RATE = 0.2;
    private static final double TAU = 0.25;
    private static final double STEP = 1e-6;
    private static final double LAMBDA = 0.8;

    private int traces; // steps after the first one that counted

    private static StorageBank bank(long interval) {
        return Fixtures.bank(STEPS, ENVIRONMENTS, new float[] {0.1f, 0.9f, -0.8f}, 4 + interval);
    }

    private static PrioritizedReplay memory() {
        return new PrioritizedReplay(new ReplayConfig(
                1000,
                ENVIRONMENTS,
                bank(0).shape().observationSpace(),
                1,
                1,
                3,
                DqnLearnerTest.GAMMA,
                0.6,
                1e-6,
                SequenceConfig.windows(3),
                HindsightConfig.NONE));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldMakeTheUpdatesThatAreWrittenDown(boolean doubleQ) {
        DqnConfig plain = DqnLearnerTest.config(
                Learning.plainRms(RATE), Ratio.oneUpdatePer(ROWS), 0, 2L * ROWS, doubleQ, false, 1);
        DqnConfig config = DqnConfigBuilder.builder(plain)
                .dueling(false)
                .sequences(new SequenceSettings(0, 0, 1, 0, false, LAMBDA))
                .build();
        assertEquals(SequenceConfig.windows(3), config.sequences(0));
        int rows = config.sequences().rows(3);
        MlpConfig layers = new MlpConfig(List.of(UNITS), Activation.TANH, true);
        PolicyNetwork policy = Networks.create(layers, bank(0).shape().observationSpace(), 1, 2, config.heads());
        PolyakTargets targets = new PolyakTargets(policy.tensors(), TAU, Team.alone());
        DqnLearner learner = new DqnLearner(
                config,
                bank(0).shape(),
                policy,
                new QRows(config.learntValues(2)),
                size -> List.of(policy.newGradientNetwork(Backend.JVM, size * rows, Team.alone())),
                new TargetNetwork(
                        List.of(policy.newGradientNetwork(BATCH * rows)), targets, new BatchTeam(1, Team.alone())),
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
        double[] theta = Learning.widen(phi);
        double[] target = theta.clone();
        for (int update = 0; update < 4; update++) {
            double[] before = theta.clone();
            appender.append(bank(update), phi);
            memory.sample(batch, RandomStream.root(1).spawn("replay").spawn(update), 0.4 + 0.6 * update / 10);
            memory.updatePriorities(batch, descend(theta, target, doubleQ ? theta.clone() : target, batch));
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
        }
        assertTrue(traces > 8, "targets that go on behind the first step: " + traces);
    }

    /** Takes a step of θ down the weighted loss; returns the errors. */
    private float[] descend(double[] theta, double[] target, double[] chooser, ReplayBatch batch) {
        double[] wanted = new double[BATCH];
        float[] errors = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
            wanted[row] = wanted(target, chooser, batch, row);
            errors[row] = (float) (q(theta, batch.floatObservations()[row])[(int) batch.actions()[row]] - wanted[row]);
        }
        double[] slopes = new double[theta.length];
        for (int j = 0; j < theta.length; j++) {
            double[] at = theta.clone();
            at[j] = theta[j] + STEP;
            double up = loss(at, wanted, batch);
            at[j] = theta[j] - STEP;
            slopes[j] = (up - loss(at, wanted, batch)) / (2 * STEP);
        }
        for (int j = 0; j < theta.length; j++) {
            theta[j] -= RATE * slopes[j];
        }
        return errors;
    }

    private double wanted(double[] target, double[] chooser, ReplayBatch batch, int column) {
        SequenceRows rows = batch.sequences();
        double sum = q(target, batch.floatObservations()[column])[(int) batch.actions()[column]];
        double factor = 1; // γ^k c_1 ... c_k
        for (int step = 0; step < rows.end(column); step++) {
            int row = rows.row(step, column);
            double x = batch.floatObservations()[row];
            int action = (int) batch.actions()[row];
            if (step > 0) {
                factor *= DqnLearnerTest.GAMMA * (action == greatest(q(chooser, x)) ? LAMBDA : 0);
                traces += factor > 0 ? 1 : 0;
            }
            double y = batch.returns()[row];
            if (batch.discounts()[row] > 0) {
                double next = batch.floatObservations()[rows.row(step + 1, column)];
                y += DqnLearnerTest.GAMMA * q(target, next)[greatest(q(chooser, next))];
            }
            sum += factor * (y - q(target, x)[action]);
        }
        return sum;
    }

    private static int greatest(double[] q) {
        return q[1] > q[0] ? 1 : 0;
    }

    private static double loss(double[] theta, double[] wanted, ReplayBatch batch) {
        double sum = 0;
        for (int row = 0; row < BATCH; row++) {
            double u = q(theta, batch.floatObservations()[row])[(int) batch.actions()[row]] - wanted[row];
            sum += batch.weights()[row] * (Math.abs(u) <= 1 ? u * u / 2 : Math.abs(u) - 0.5) / BATCH;
        }
        return sum;
    }

    private static double[] q(double[] theta, double x) {
        double[] q = {theta[4 * UNITS], theta[4 * UNITS + 1]};
        for (int u = 0; u < UNITS; u++) {
            double h = Math.tanh(theta[u] * x + theta[UNITS + u]);
            q[0] += theta[2 * UNITS + 2 * u] * h;
            q[1] += theta[2 * UNITS + 2 * u + 1] * h;
        }
        return q;
    }
}
