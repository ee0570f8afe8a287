package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.statistics.ObservationLearner;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests updates of DQN one after another, each with a bank of its own, and its target meanwhile. */
class DqnUpdateTest {
    private static final float[] START = {0.1f, 0.9f, -0.8f};
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final int ROWS = STEPS * ENVIRONMENTS;
    private static final int BATCH = DqnLearnerTest.BATCH;
    private static final double RATE = 0.5;
    private static final float TAU = 0.25f;

    private final QRows rows = new QRows(2, true);

    private static StorageBank bank(long interval) {
        return Fixtures.bank(STEPS, ENVIRONMENTS, START, 4 + interval);
    }

    /** One update a bank, and a move of the target every {@code updates} of them. */
    private static DqnConfig config(boolean doubleQ, int learningStarts, int updates) {
        return DqnLearnerTest.config(
                Learning.plainRms(RATE),
                Ratio.oneUpdatePer(ROWS),
                learningStarts,
                (long) updates * ROWS,
                doubleQ,
                false,
                1);
    }

    private DqnLearner learner(
            DqnConfig config, Policy policy, IntFunction<GradientNetwork> networks, PolyakTargets targets) {
        TargetNetwork target =
                new TargetNetwork(List.of(networks.apply(BATCH)), targets, new BatchTeam(1, Team.alone()));
        return learner(config, policy, networks, target);
    }

    private DqnLearner learner(
            DqnConfig config, Policy policy, IntFunction<GradientNetwork> networks, TargetNetwork target) {
        return new DqnLearner(
                config,
                bank(0).shape(),
                policy,
                rows,
                size -> List.of(networks.apply(size)),
                target,
                memory(),
                AnnealingHorizon.of(10),
                RandomStream.root(1).spawn("replay"),
                Team.alone(),
                BatchSizeController.FIXED);
    }

    private static PrioritizedReplay memory() {
        return new PrioritizedReplay(new ReplayConfig(
                1000, ENVIRONMENTS, bank(0).shape().observationSpace(), 1, 1, 3, DqnLearnerTest.GAMMA, 0.6, 1e-6));
    }

    /** What {@code A_0, A_1, V} are of the observation x, by {@code Q = V + A - mean(A)}. */
    private static double q(double[] p, double x, int action) {
        return (p[2] + p[action] - (p[0] + p[1]) / 2) * x;
    }

    private static int greatest(double[] p, double x) {
        return p[1] * x > p[0] * x ? 1 : 0;
    }

    private static double error(double[] theta, double[] target, boolean doubleQ, ReplayBatch batch, int i) {
        double next = batch.floatNextObservations()[i];
        double wanted = q(target, next, greatest(doubleQ ? theta : target, next));
        double value = q(theta, batch.floatObservations()[i], (int) batch.actions()[i]);
        return value - batch.returns()[i] - batch.discounts()[i] * wanted;
    }

    /** Huber's loss, quadratic up to 1. */
    private static double loss(double[] theta, double[] target, boolean doubleQ, ReplayBatch batch) {
        double sum = 0;
        for (int i = 0; i < BATCH; i++) {
            double size = Math.abs(error(theta, target, doubleQ, batch, i));
            sum += batch.weights()[i] * (size < 1 ? size * size / 2 : size - 0.5);
        }
        return sum / BATCH;
    }

    /** Takes a step of θ down the weighted loss; returns the errors. */
    private static float[] descend(double[] theta, double[] target, boolean doubleQ, ReplayBatch batch) {
        float[] errors = new float[BATCH];
        double[] gradient = new double[3];
        for (int i = 0; i < BATCH; i++) {
            double x = batch.floatObservations()[i];
            int action = (int) batch.actions()[i];
            double error = error(theta, target, doubleQ, batch, i);
            double slope = batch.weights()[i] * Math.max(-1, Math.min(1, error)) / BATCH * x;
            gradient[action] += slope / 2;
            gradient[1 - action] -= slope / 2;
            gradient[2] += slope;
            errors[i] = (float) error;
        }
        for (int j = 0; j < 3; j++) {
            theta[j] -= RATE * gradient[j];
        }
        return errors;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeTheUpdatesThatAreWrittenDown(boolean doubleQ) {
        PolyakTargets targets = Fixtures.targets(TAU);
        DqnLearner learner = learner(
                config(doubleQ, 0, 2), new Fixtures.LinearPolicy(), size -> new Fixtures.LinearNetwork(), targets);
        PrioritizedReplay memory = memory();
        BankMemory appender = new BankMemory(bank(0).shape(), memory, FirstErrors.GREATEST_SO_FAR);
        ReplayBatch batch = memory.newBatch(BATCH);
        float[] phi = START.clone();
        double[] theta = Learning.widen(START);
        double[] target = theta.clone();
        double greatest = 0;
        for (int update = 0; update < 4; update++) {
            double[] before = theta.clone();
            appender.append(bank(update), START);
            memory.sample(batch, RandomStream.root(1).spawn("replay").spawn(update), 0.4 + 0.6 * update / 10);
            assertTrue(update == 0 || least(batch.weights()) < 0.8, "unequal weights in update " + update);
            double loss = loss(theta, target, doubleQ, batch);
            float[] errors = descend(theta, target, doubleQ, batch);
            greatest = Math.max(greatest, greatest(errors));
            memory.updatePriorities(batch, errors);
            for (int i = 0; i < 3 && update % 2 == 1; i++) {
                target[i] += TAU * (theta[i] - target[i]);
            }

            Map<String, Double> metrics = learner.update(bank(update), START, phi, update);

            assertEquals(loss, metrics.get("td_loss"), 1e-5, "loss of update " + update);
            for (int i = 0; i < 3; i++) {
                double change = theta[i] - before[i];
                assertEquals(change, phi[i] - before[i], 1e-4 * Math.abs(change) + 1e-6, "θ" + i + ", " + update);
                assertEquals(target[i], targets.values()[i], 1e-6, "θ'" + i + ", " + update);
            }
        }
        assertTrue(Math.abs(target[2] - START[2]) > 1e-3, "the target has moved");
        assertTrue(greatest > 1, "an error beyond the quadratic part: " + greatest);
    }

    private static double greatest(float[] errors) {
        double greatest = 0;
        for (float error : errors) {
            greatest = Math.max(greatest, Math.abs(error));
        }
        return greatest;
    }

    /** Whatever the networks return for what follows a terminal state: it is not read. */
    @Test
    void shouldNotLearnFromValuesBehindATerminalState() {
        StorageBank terminal = bank(0);
        StepResult result = new StepResult();
        for (int row = 0; row < ROWS; row++) {
            result.set(1, true, false);
            terminal.storeResult(row / ENVIRONMENTS, row % ENVIRONMENTS, result);
        }
        Fixtures.LinearNetwork broken = new Fixtures.LinearNetwork() {
            @Override
            public void forward(ObservationBatch batch, float[] outputs) {
                Arrays.fill(outputs, Float.NaN);
            }
        };
        TargetNetwork target =
                new TargetNetwork(List.of(broken), Fixtures.targets(TAU), new BatchTeam(1, Team.alone()));
        DqnLearner learner =
                learner(config(false, 0, 2), new Fixtures.LinearPolicy(), size -> new Fixtures.LinearNetwork(), target);

        Map<String, Double> metrics = learner.update(terminal, START, START.clone(), 0);

        assertTrue(Double.isFinite(metrics.get("td_loss")), "loss: " + metrics.get("td_loss"));
    }

    private static double least(float[] weights) {
        double least = 1;
        for (float weight : weights) {
            least = Math.min(least, weight);
        }
        return least;
    }

    /** The first update comes with the third bank. */
    @Test
    void shouldBeginTheTargetWithTheFirstUpdateAndGiveItTheNewestStatistics() {
        MlpConfig network =
                new MlpConfig(List.of(8), Activation.TANH, true).with(new ObservationNormalization(true, 10));
        PolicyNetwork policy = Networks.create(network, ObservationSpace.floats(1), 1, 2, Heads.DUELING);
        int statistics = Normalization.of(policy.tensors()).orElseThrow().offset();
        PolyakTargets targets = new PolyakTargets(policy.tensors(), TAU, Team.alone());
        Learner learner = ObservationLearner.around(
                learner(
                        config(true, 2 * ROWS, 3),
                        policy,
                        size -> policy.newGradientNetwork(Backend.JVM, size, Team.alone()),
                        targets),
                policy);
        float[] phi = new float[policy.parameterCount()];
        policy.initialise(phi, RandomStream.root(3));
        float[] first = new float[0];
        for (int interval = 0; interval < 6; interval++) {
            float[] before = phi.clone();
            learner.update(bank(interval), before.clone(), phi, interval);
            if (interval == 2) {
                first = before;
                assertNotEquals(1, first[statistics + 1], "statistics of two banks");
            }
            if (interval >= 2) {
                assertArrayEquals(
                        Arrays.copyOfRange(before, statistics, before.length),
                        Arrays.copyOfRange(targets.values(), statistics, before.length),
                        "statistics in interval " + interval);
                float[] weights = Arrays.copyOf(targets.values(), statistics);
                float[] firstWeights = Arrays.copyOf(first, statistics);
                assertEquals(interval < 4, Arrays.equals(firstWeights, weights), "weights, " + interval);
            }
        }
    }

    /** A reset before the third update and before the fifth copies the drawn parameters to the target. */
    @Test
    void shouldDrawParametersAnewBetweenUpdates() {
        PolyakTargets targets = Fixtures.targets(TAU);
        DqnConfig usual = config(true, 0, 100);
        DqnConfig config = usual.with(usual.replay().withResetEvery(2));
        Fixtures.LinearPolicy policy = new Fixtures.LinearPolicy();
        DqnLearner learner = learner(config, policy, size -> new Fixtures.LinearNetwork(), targets);
        float[] phi = START.clone();
        float[] drawn = START.clone();
        for (int update = 0; update < 6; update++) {
            learner.update(bank(update), START, phi, update);
            if (update > 0 && update % 2 == 0) {
                policy.initialise(
                        drawn,
                        RandomStream.root(1).spawn("replay").spawn("reset").spawn(update / 2));
                assertTrue(Math.abs(phi[0] - drawn[0]) < 0.2, "one step from the drawn ones in update " + update);
            }
            assertArrayEquals(drawn, targets.values(), "targets in update " + update);
        }
    }
}
