package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests DQN on the linear policy of the fixtures, whose rows are read as {@code [A_0, A_1 | V]}. */
class DqnLearnerTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final float[] CURRENT = {0.1f, 0.9f, -0.8f};
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    static final int BATCH = 16;
    static final double GAMMA = 0.9;

    private final StorageBank bank = Fixtures.bank(STEPS, ENVIRONMENTS, BEHAVIOUR, 4);
    private final BankShape shape = bank.shape();
    private final Fixtures.LinearPolicy policy = new Fixtures.LinearPolicy();
    private final QRows rows = new QRows(2, true);

    private static DqnConfig config(
            long learningStarts, int trainFrequency, long targetFrequency, boolean doubleQ, boolean actorInitial) {
        return config(learningStarts, Ratio.oneUpdatePer(trainFrequency), targetFrequency, doubleQ, actorInitial);
    }

    private static TargetNetwork target(Fixtures.LinearNetwork network) {
        return new TargetNetwork(List.of(network), Fixtures.targets(1), new BatchTeam(1, Team.alone()));
    }

    private static DqnConfig config(
            long learningStarts, Ratio utd, long targetFrequency, boolean doubleQ, boolean actorInitial) {
        return config(Learning.adam(0.01), utd, learningStarts, targetFrequency, doubleQ, actorInitial, 1);
    }

    static DqnConfig config(
            OptimizerConfig optimizer,
            Ratio utd,
            long learningStarts,
            long targetFrequency,
            boolean doubleQ,
            boolean actorInitial,
            int batches) {
        return new DqnConfig(
                optimizer,
                GAMMA,
                new Exploration(1, 0.1, 0.5, true),
                new ReplaySettings(1000, BATCH, 3, 0.6, 0.4, 1e-6, batches, 1, null, null, null, 0),
                actorInitial ? DqnConfig.InitialPriority.ACTOR : DqnConfig.InitialPriority.MAX,
                learningStarts,
                utd,
                targetFrequency,
                1,
                doubleQ,
                true,
                null,
                0,
                null);
    }

    private PrioritizedReplay memory() {
        return new PrioritizedReplay(
                new ReplayConfig(1000, ENVIRONMENTS, shape.observationSpace(), 1, 1, 3, GAMMA, 0.6, 1e-6));
    }

    private DqnLearner learner(DqnConfig config, ReplayMemory memory) {
        return new DqnLearner(
                config,
                shape,
                policy,
                rows,
                size -> List.of(new Fixtures.LinearNetwork()),
                target(new Fixtures.LinearNetwork()),
                memory,
                AnnealingHorizon.of(10),
                RandomStream.root(1).spawn("replay"),
                Team.alone(),
                BatchSizeController.FIXED);
    }

    @Test
    void shouldReadDuelingRows() {
        float[] row = {9, 1, 4, 2};
        assertEquals(2 + 1 - 2.5, rows.value(row, 1, 0));
        assertEquals(2 + 4 - 2.5, rows.value(row, 1, 1));
        assertEquals(1, rows.greatest(row, 1));
        float[] gradient = new float[4];
        rows.gradient(3, 1, row, gradient, 1);
        assertArrayEquals(new float[] {0, -1.5f, 1.5f, 3}, gradient);
        QRows plain = new QRows(3, false);
        assertEquals(4, plain.value(row, 1, 1));
        assertEquals(0, plain.greatest(new float[] {7, 7, 7}, 0));
        plain.gradient(3, 2, new float[4], gradient, 1);
        assertArrayEquals(new float[] {0, 0, 0, 3}, gradient);
    }

    @Test
    void shouldReadTheAllowedOnesOfMaskedRows() {
        float[] row = {9, 1, OutputRow.FORBIDDEN, 4, 2};
        QRows dueling = new QRows(3, true);
        assertEquals(2 + 4 - 2.5, dueling.best(row, 1));
        float[] gradient = new float[5];
        dueling.gradient(3, 2, row, gradient, 1);
        assertArrayEquals(new float[] {0, -1.5f, 0, 1.5f, 3}, gradient);
        QRows plain = new QRows(3, false);
        assertEquals(-5, plain.best(new float[] {OutputRow.FORBIDDEN, -6, -5}, 0));
    }

    /** The target's greatest action is one that the next observation's mask allows, after a truncation too. */
    @ParameterizedTest
    @CsvSource({"true, 0", "true, 1", "false, 0", "false, 1"})
    void shouldTakeTheTargetsValueOfAnAllowedAction(boolean doubleQ, int allowed) {
        ObservationSpace space = ObservationSpace.floats(1).withMask(new ActionSpace.Discrete(2));
        PrioritizedReplay memory = new PrioritizedReplay(new ReplayConfig(100, 1, space, 1, 1, 1, GAMMA, 0.6, 1e-6));
        for (int step = 0; step < BATCH; step++) {
            boolean cut = step % 3 == 2;
            ObservationSlot row = new ObservationSlot().at(new float[] {1, 1 - allowed, allowed}, 0);
            ObservationSlot last = cut ? new ObservationSlot().at(new float[] {2, 1 - allowed, allowed}, 0) : null;
            memory.append(0, row, new float[] {allowed}, 0, 1, false, cut, last, 1);
        }
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, RandomStream.root(3), 0.4);
        MlpConfig layers = new MlpConfig(List.of(4), Activation.TANH, true);
        PolicyNetwork network = Networks.create(layers, space, 1, 2, Heads.DUELING);
        float[] parameters = new float[network.parameterCount()];
        network.initialise(parameters, RandomStream.root(5));
        GradientNetwork online = network.newGradientNetwork(BATCH);
        online.loadParameters(parameters);
        TargetNetwork target = new TargetNetwork(
                List.of(network.newGradientNetwork(BATCH)),
                new PolyakTargets(network.tensors(), 1, Team.alone()),
                new BatchTeam(1, Team.alone()));
        target.copy(parameters);
        TemporalDifference loss =
                new TemporalDifference(0, BATCH, config(0, 1, 100, doubleQ, false), rows, online, target);
        float[] gradient = loss.gradient(batch, 0);

        float[] one = new float[3];
        for (int i = 0; i < BATCH; i++) {
            // of one allowed action the advantage is its own mean: what is left is V
            ObservationBatch next = new ObservationBatch(1);
            next.over(new float[] {batch.floatNextObservations()[3 * i], 1, 1});
            next.add(0);
            online.forward(next, one);
            double wanted = batch.returns()[i] + batch.discounts()[i] * one[2];
            next.over(new float[] {batch.floatObservations()[3 * i], 1, 1});
            next.add(0);
            online.forward(next, one);
            assertEquals(one[2] - wanted, loss.errors()[i], 1e-6);
            assertEquals(0f, gradient[3 * i + 1 - allowed]);
        }
    }

    /** Q(s, a) = p2 x + (p_a - (p0 + p1)/2) x of the linear policy. */
    private static double q(float[] p, double x, int action) {
        return (p[2] + p[action] - (p[0] + p[1]) / 2) * x;
    }

    private static int greatest(float[] p, double x) {
        return p[1] * x > p[0] * x ? 1 : 0;
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldHaveTheGradientOfTheWeightedHuberLoss(boolean doubleQ) {
        DqnConfig config = config(0, 1, 100, doubleQ, false);
        PrioritizedReplay memory = memory();
        new BankMemory(shape, memory, FirstErrors.GREATEST_SO_FAR).append(bank, BEHAVIOUR);
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, RandomStream.root(2), 0.4);
        float[] unequal = new float[BATCH];
        for (int i = 0; i < BATCH; i++) {
            unequal[i] = 0.5f * (1 + i);
        }
        memory.updatePriorities(batch, unequal);
        memory.sample(batch, RandomStream.root(3), 0.4);
        Fixtures.LinearNetwork online = new Fixtures.LinearNetwork();
        online.loadParameters(CURRENT);
        TargetNetwork target = target(new Fixtures.LinearNetwork());
        target.copy(BEHAVIOUR);
        TemporalDifference loss = new TemporalDifference(0, BATCH, config, rows, online, target);
        float[] outputGradient = loss.gradient(batch, 0);

        int clipped = 0;
        double least = 1;
        for (int i = 0; i < BATCH; i++) {
            least = Math.min(least, batch.weights()[i]);
            double x = batch.floatObservations()[i];
            double next = batch.floatNextObservations()[i];
            int action = (int) batch.actions()[i];
            int chosen = greatest(doubleQ ? CURRENT : BEHAVIOUR, next);
            double wanted = batch.returns()[i] + batch.discounts()[i] * q(BEHAVIOUR, next, chosen);
            double error = q(CURRENT, x, action) - wanted;
            clipped += Math.abs(error) > 1 ? 1 : 0;
            double slope = batch.weights()[i] * Math.max(-1, Math.min(1, error)) / BATCH;
            assertEquals(error, loss.errors()[i], 1e-6);
            assertEquals(slope / 2, outputGradient[3 * i + action], 1e-7);
            assertEquals(-slope / 2, outputGradient[3 * i + 1 - action], 1e-7);
            assertEquals(slope, outputGradient[3 * i + 2], 1e-7);
        }
        assertTrue(least < 0.8, "weights from " + least + " to 1");
        assertTrue(clipped > 0 && clipped < BATCH, clipped + " errors beyond 1");
    }

    @Test
    void shouldNotLookAtWhatTheTargetSaysOfATerminalState() {
        PrioritizedReplay memory = memory();
        for (int step = 0; step < BATCH; step++) {
            memory.append(0, new ObservationSlot().at(new float[] {1}, 0), new float[1], 0, 1, true, false, null, 1);
        }
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, RandomStream.root(3), 0.4);
        Fixtures.LinearNetwork online = new Fixtures.LinearNetwork();
        online.loadParameters(CURRENT);
        TargetNetwork target = target(new Fixtures.LinearNetwork());
        float infinite = Float.POSITIVE_INFINITY;
        target.copy(new float[] {infinite, infinite, infinite});
        TemporalDifference loss =
                new TemporalDifference(0, BATCH, config(0, 1, 100, true, false), rows, online, target);
        loss.gradient(batch, 0);
        assertEquals(q(CURRENT, 1, 0) - 1, loss.errors()[0], 1e-6);
    }

    @Test
    void shouldMakeExactlyTheUpdatesThatTheRatioAsksFor() {
        PrioritizedReplay memory = memory();
        DqnLearner learner = learner(config(40, 7, 50, true, false), memory);
        float[] parameters = CURRENT.clone();
        List<Double> updates = new ArrayList<>();
        for (long interval = 0; interval < 4; interval++) {
            updates.add(learner.update(bank, BEHAVIOUR, parameters, interval).get("updates"));
        }
        // 32, 64, 96, 128 steps, of which 0, 24, 56, 88 count
        assertEquals(List.of(0.0, 3.0, 8.0, 12.0), updates);
    }

    @ParameterizedTest
    @CsvSource({"4, 0 128 256 384", "1/3, 0 10 21 32", "5/2, 0 80 160 240", "1, 0 32 64 96"})
    void shouldMakeAsManyUpdatesPerStepAsAskedForAboveAndBelowOne(String utd, String expected) {
        DqnConfig config = config(STEPS * ENVIRONMENTS, Ratio.parse(utd).orElseThrow(), 50, true, false);
        DqnLearner learner = learner(config, memory());
        float[] parameters = CURRENT.clone();
        List<String> updates = new ArrayList<>();
        for (long interval = 0; interval < 4; interval++) {
            double made = learner.update(bank, BEHAVIOUR, parameters, interval).get("updates");
            updates.add(Long.toString((long) made));
        }
        assertEquals(expected, String.join(" ", updates));
    }

    /** Notes the updates after which the target network is given the learnt parameters; room for a batch. */
    private static final class NotingNetwork extends Fixtures.LinearNetwork {
        private int loads;

        @Override
        public void loadParameters(float[] parameters) {
            super.loadParameters(parameters);
            loads++;
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 3", "1, 3", "1/4, 3", "3/2, 3"})
    void shouldMoveTheTargetByEnvironmentStepsWhateverTheRatio(String utd, int moves) {
        NotingNetwork target = new NotingNetwork();
        DqnLearner learner = new DqnLearner(
                config(0, Ratio.parse(utd).orElseThrow(), 10, true, false),
                shape,
                policy,
                rows,
                size -> List.of(new Fixtures.LinearNetwork()),
                target(target),
                memory(),
                AnnealingHorizon.of(10),
                RandomStream.root(1),
                Team.alone(),
                BatchSizeController.FIXED);
        learner.update(bank, BEHAVIOUR, CURRENT.clone(), 0);

        // 32 steps, one move for every 10 of them, and one before the first update
        assertEquals(1 + moves, target.loads);
    }

    /** Episodes without an end within the intervals: two steps of each replica, where a transition takes three. */
    private StorageBank unfinished() {
        StorageBank short2 = new StorageBank(new BankShape(2, ENVIRONMENTS, shape.observationSpace(), 1, 3));
        StepResult result = new StepResult();
        ObservationSlot slot = new ObservationSlot();
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            for (int step = 0; step < 2; step++) {
                short2.observationSlot(step, environment, slot).set(0, 1 + step);
                result.set(1, false, false);
                short2.storeResult(step, environment, result);
            }
        }
        return short2;
    }

    @Test
    void shouldWaitWithoutLearningStartsUntilATransitionCanBeDrawn() {
        StorageBank bank = unfinished();
        DqnLearner learner = new DqnLearner(
                config(0, 2, 50, true, false),
                bank.shape(),
                policy,
                rows,
                size -> List.of(new Fixtures.LinearNetwork()),
                target(new Fixtures.LinearNetwork()),
                memory(),
                AnnealingHorizon.of(10),
                RandomStream.root(1),
                Team.alone(),
                BatchSizeController.FIXED);
        float[] parameters = CURRENT.clone();

        assertEquals(0.0, learner.update(bank, BEHAVIOUR, parameters, 0).get("updates"));
        assertArrayEquals(CURRENT, parameters);
        assertEquals(4.0, learner.update(bank, BEHAVIOUR, parameters, 1).get("updates"), "8 of the 16 steps count");
        assertEquals(8.0, learner.update(bank, BEHAVIOUR, parameters, 2).get("updates"));
    }

    @Test
    void shouldLearnNothingBeforeLearningStarts() {
        DqnLearner learner = learner(config(1000, 1, 50, true, false), memory());
        float[] parameters = CURRENT.clone();
        Map<String, Double> metrics = learner.update(bank, BEHAVIOUR, parameters, 0);
        assertArrayEquals(CURRENT, parameters);
        assertTrue(Double.isNaN(metrics.get("td_loss")));
    }

    /** Notes the first errors that it is given. */
    private static final class NotingMemory {
        private final List<Double> errors = new ArrayList<>();

        private ReplayMemory over(PrioritizedReplay memory) {
            return (ReplayMemory) java.lang.reflect.Proxy.newProxyInstance(
                    ReplayMemory.class.getClassLoader(),
                    new Class<?>[] {ReplayMemory.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("append")) {
                            errors.add((Double) arguments[8]);
                        }
                        return method.invoke(memory, arguments);
                    });
        }
    }

    @Test
    void shouldGiveFirstPrioritiesFromTheActorsOwnRows() {
        NotingMemory noting = new NotingMemory();
        new BankMemory(shape, noting.over(memory()), new ActorErrors(shape, policy, rows, GAMMA))
                .append(bank, BEHAVIOUR);
        int[] truncations = new int[ENVIRONMENTS];
        ObservationBatch end = new ObservationBatch(1);
        for (int step = 0; step < STEPS; step++) {
            for (int environment = 0; environment < ENVIRONMENTS; environment++) {
                int row = bank.row(step, environment);
                double x = bank.floatObservations()[row];
                double next = bank.observationSlot(step + 1, environment, new ObservationSlot())
                        .get(0);
                if (bank.truncated(row)) {
                    bank.finals(environment).bind(end, truncations[environment]++);
                    next = end.floats()[end.offset(0)];
                }
                double bootstrap = bank.terminated(row) ? 0 : q(BEHAVIOUR, next, greatest(BEHAVIOUR, next));
                double error = bank.rewards()[row] + GAMMA * bootstrap - q(BEHAVIOUR, x, (int) bank.actions()[row]);
                assertEquals(Math.abs(error), noting.errors.get(row), 1e-6, "row " + row);
            }
        }
    }

    @Test
    void shouldPutDrawsAndPrioritiesIntoTheDigest() {
        String first = digest(1, 0);
        assertEquals(first, digest(1, 0));
        assertNotEquals(first, digest(2, 0), "another stream of draws");
        assertNotEquals(first, digest(1, 1e-3f), "other errors from other parameters");
    }

    private String digest(long seed, float shift) {
        DqnLearner learner = new DqnLearner(
                config(0, 4, 50, true, false),
                shape,
                policy,
                rows,
                size -> List.of(new Fixtures.LinearNetwork()),
                target(new Fixtures.LinearNetwork()),
                memory(),
                AnnealingHorizon.of(10),
                RandomStream.root(seed),
                Team.alone(),
                BatchSizeController.FIXED);
        float[] parameters = CURRENT.clone();
        parameters[0] += shift;
        learner.update(bank, BEHAVIOUR, parameters, 0);
        BitHasher hasher = new BitHasher();
        learner.digest(hasher);
        return hasher.hex();
    }
}
