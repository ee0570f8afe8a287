package io.htsrl.learners.qlearning;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.acting.TablePolicy;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.TableLayout;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with a textbook's update, over banks that are drawn with endings of both kinds. */
class QLearningLearnerTest {
    private static final ObservationSpace SPACE = ObservationSpace.oneHot(3, 2);
    private static final int STATES = 6;
    private static final int ACTIONS = 2;
    private static final BankShape SHAPE = new BankShape(5, 3, SPACE, 1, ACTIONS);
    private static final TableLayout LAYOUT = new TableLayout(SPACE, FirstHead.of(ACTIONS), Heads.Q);

    private static QLearningLearner learner(double rate, boolean anneal, double gamma) {
        return learner(SHAPE, rate, anneal, gamma);
    }

    private static QLearningLearner learner(BankShape shape, double rate, boolean anneal, double gamma) {
        return new QLearningLearner(
                new QLearningConfig(AnnealedValue.of(rate), anneal, gamma, 1, 0.1, 0.5),
                new LearnerInputs(
                        shape,
                        new TablePolicy(LAYOUT),
                        new ActionSpace.Discrete(ACTIONS),
                        AnnealingHorizon.of(4),
                        Backend.JVM,
                        Team.alone(),
                        RandomStream.root(1),
                        AsyncConfig.Correction.NONE,
                        null,
                        LearnerLanes.HERE,
                        BatchSizeController.FIXED,
                        Optimizer::of));
    }

    /** The greater value of the next state is that of a forbidden action. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeTheGreatestValueOfAllowedActions(boolean truncated) {
        ObservationSpace space = SPACE.withMask(new ActionSpace.Discrete(ACTIONS));
        StorageBank bank = new StorageBank(new BankShape(1, 1, space, 1, ACTIONS));
        ObservationSlot slot = new ObservationSlot();
        for (int step = 0; step < 2; step++) {
            bank.observationSlot(step, 0, slot);
            slot.set(step, 1);
            slot.set(3, 1);
            space.allow(slot, 0, true);
        }
        StepResult result = new StepResult();
        result.set(1, false, truncated);
        bank.storeResult(0, 0, result);
        if (truncated) {
            bank.keepFinal(0, 0);
            slot.set(1, 0);
            slot.set(2, 1);
        }
        float[] table = new float[LAYOUT.parameterCount()];
        int next = LAYOUT.state(new float[] {0, 1, 0, 1, 0}, 0) * ACTIONS;
        table[next] = 2;
        table[next + 1] = 9;
        float[] expected = table.clone();
        expected[0] = (float) (0.5 * (1 + 0.9 * 2));
        learner(bank.shape(), 0.5, false, 0.9).update(bank, table.clone(), table, 0);
        assertArrayEquals(expected, table);
    }

    /** An absent agent's row ends no episode: the final observation is that of the step after it. */
    @Test
    void shouldFindTheFinalObservationBehindAbsentSteps() {
        StorageBank bank = new StorageBank(new BankShape(2, 1, SPACE, 1, ACTIONS));
        ObservationSlot slot = new ObservationSlot();
        for (int step = 0; step <= 2; step++) {
            bank.observationSlot(step, 0, slot);
            slot.set(step == 2 ? 1 : 0, 1);
            slot.set(3, 1);
        }
        StepResult result = new StepResult();
        result.setAbsent();
        bank.storeResult(0, 0, result);
        result.set(1, false, true);
        bank.storeResult(1, 0, result);
        bank.keepFinal(1, 0);
        float[] table = new float[LAYOUT.parameterCount()];
        table[LAYOUT.state(new float[] {0, 1, 0, 1, 0}, 0) * ACTIONS] = 2;
        float[] expected = table.clone();
        expected[0] = (float) (0.5 * (1 + 0.9 * 2));

        Map<String, Double> metrics = learner(bank.shape(), 0.5, false, 0.9).update(bank, table.clone(), table, 0);

        assertArrayEquals(expected, table);
        assertEquals(1 + 0.9 * 2, metrics.get("td_error"), "of the one step that is learnt from");
    }

    @Test
    void shouldTellNoErrorWhereNothingIsLearntFrom() {
        Experience experience = new Experience(5);
        StepResult absent = new StepResult();
        absent.setAbsent();
        for (int row = 0; row < SHAPE.rows(); row++) {
            experience.bank.storeResult(row / SHAPE.environments(), row % SHAPE.environments(), absent);
        }
        Map<String, Double> metrics = learner(0.3, false, 1).update(experience.bank, drawn(5), drawn(5), 0);
        assertEquals(0, metrics.get("td_error"));
        assertEquals(0, metrics.get("q_values"));
    }

    /** A bank, and beside it what happened in words: state, action, reward, what came next (-1 for the end). */
    private static final class Experience {
        private final StorageBank bank = new StorageBank(SHAPE);
        private final int[][] states = new int[SHAPE.steps()][SHAPE.environments()];
        private final int[][] followers = new int[SHAPE.steps()][SHAPE.environments()];
        private final RandomStream draws;

        Experience(long seed) {
            draws = RandomStream.root(seed).spawn("bank");
            for (int environment = 0; environment < SHAPE.environments(); environment++) {
                fill(environment);
            }
        }

        private int observe(int step, int environment, int state) {
            ObservationSlot slot = new ObservationSlot();
            bank.observationSlot(step, environment, slot);
            for (int i = 0; i < SPACE.size(); i++) {
                slot.set(i, i == state / 2 || i == 3 + state % 2 ? 1 : 0);
            }
            return state;
        }

        private void fill(int environment) {
            int state = observe(0, environment, (int) (STATES * draws.uniform(environment)));
            for (int step = 0; step < SHAPE.steps(); step++) {
                RandomStream d = draws.spawn(environment).spawn(step);
                states[step][environment] = state;
                bank.actions()[bank.row(step, environment)] = d.uniform(0) < 0.5 ? 0 : 1;
                double kind = d.uniform(1);
                StepResult result = new StepResult();
                result.set((float) (2 * d.uniform(2) - 1), kind < 0.3, kind > 0.6);
                result.lost = kind > 0.9;
                bank.storeResult(step, environment, result);
                state = observe(step + 1, environment, (int) (STATES * d.uniform(3)));
                followers[step][environment] = result.terminated ? -1 : state;
                if (result.truncated) {
                    bank.keepFinal(step, environment);
                }
                if (result.done()) {
                    state = observe(step + 1, environment, (int) (STATES * d.uniform(4)));
                }
            }
        }

        /** The table after Q(s, a) += rate (r + gamma max Q(s') - Q(s, a)) for each step, in order. */
        float[] learnt(float[] before, double rate, double gamma) {
            float[] q = before.clone();
            for (int step = 0; step < SHAPE.steps(); step++) {
                for (int environment = 0; environment < SHAPE.environments(); environment++) {
                    int row = bank.row(step, environment);
                    if (bank.lost(row)) {
                        continue;
                    }
                    int at = states[step][environment] * ACTIONS + (int) bank.actions()[row];
                    int next = followers[step][environment];
                    double best = next < 0 ? 0 : Math.max(q[next * ACTIONS], q[next * ACTIONS + 1]);
                    q[at] = (float) (q[at] + rate * (bank.rewards()[row] + gamma * best - q[at]));
                }
            }
            return q;
        }
    }

    private static float[] drawn(long seed) {
        float[] table = new float[STATES * ACTIONS];
        for (int i = 0; i < table.length; i++) {
            table[i] = (float) RandomStream.root(seed).uniform(i);
        }
        return table;
    }

    @Test
    void shouldMakeTheTextbooksUpdatesInTheOrderOfSteps() {
        for (long seed = 0; seed < 50; seed++) {
            Experience experience = new Experience(seed);
            float[] table = drawn(seed);
            float[] expected = experience.learnt(table, 0.3, 0.9);

            learner(0.3, false, 0.9).update(experience.bank, drawn(99), table, seed % 4);

            assertArrayEquals(expected, table, "seed " + seed);
        }
    }

    @Test
    void shouldLowerItsLearningRate() {
        Experience experience = new Experience(5);
        float[] table = drawn(5);
        float[] expected = experience.learnt(table, 0.3 * 0.25, 1);

        Map<String, Double> metrics = learner(0.3, true, 1).update(experience.bank, table, table, 3);

        assertArrayEquals(expected, table);
        assertEquals(0.3 * 0.25, metrics.get("learning_rate"));
        assertEquals(List.of("td_error", "q_values", "learning_rate"), List.copyOf(metrics.keySet()));
    }

    @Test
    void shouldTellWhichValueIsNoNumberAnyMore() {
        Experience experience = new Experience(6);
        experience.bank.rewards()[0] = Float.NaN;
        QLearningLearner learner = learner(0.1, false, 1);
        float[] table = drawn(6);

        DivergedException told =
                assertThrows(DivergedException.class, () -> learner.update(experience.bank, table, table, 2));
        assertTrue(told.getMessage().contains("table has NaN"), told::getMessage);
    }

    @Test
    void shouldRefuseNetworks() {
        QLearningConfig config = new QLearningConfig(AnnealedValue.of(0.1), false, 1, 1, 0.1, 0.5);
        Violations violations = new Violations();
        config.checkNetwork(new TableConfig(), violations);
        assertTrue(violations.isEmpty());

        config.checkNetwork(new MlpConfig(List.of(8), Activation.TANH, false), violations);
        assertEquals(
                "--network mlp: it must be table for q-learning, which learns values one by one; choose --network table,"
                        + " or --algo dqn",
                violations.list().get(0).toString());
    }

    @Test
    void shouldSayWhatItLearnsFrom() {
        QLearning algorithm = new QLearning();
        assertTrue(algorithm.learnsFrom(SPACE));
        assertTrue(!algorithm.learnsFrom(ObservationSpace.floats(5)));
    }
}
