package io.htsrl.learners.offpolicy.insertion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts.RolloutInsertion;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts.RowValues;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutInsertionTest {
    private static final double GAMMA = 0.9;
    private static final int ROLLOUTS = 20;
    private static final RowValues VALUES = new RowValues() {
        @Override
        public double taken(float[] outputs, int offset, float[] actions, int actionOffset) {
            return outputs[offset + (int) actions[actionOffset]];
        }

        @Override
        public double best(float[] outputs, int offset) {
            return Math.max(outputs[offset], outputs[offset + 1]);
        }
    };

    /** What was remembered of a step. */
    private record Remembered(int environment, float observation, float reward, float end, double error) {}

    private final List<Remembered> remembered = new ArrayList<>();
    private final ReplayMemory memory = (ReplayMemory) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {ReplayMemory.class}, (proxy, method, arguments) -> {
                assertEquals("append", method.getName());
                ObservationSlot observation = (ObservationSlot) arguments[1];
                ObservationSlot end = (ObservationSlot) arguments[7];
                remembered.add(new Remembered(
                        (int) arguments[0],
                        observation.get(0),
                        (float) arguments[4],
                        end == null ? 0 : end.get(0),
                        (double) arguments[8]));
                return null;
            });

    /** Inserts a bank's columns one by one, as if all were rollouts of one environment. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldRememberEveryStepOnceWithTheErrorOfTheActorsOutputs(int steps) {
        StorageBank bank = Fixtures.bank(steps, ROLLOUTS, new float[] {0.3f, -0.7f, 1}, 3);
        RolloutInsertion insertion = new RolloutInsertion(5, bank.shape(), memory, VALUES, GAMMA);
        for (int column = 0; column < ROLLOUTS; column++) {
            insertion.insert(bank, column);
        }
        List<Remembered> expected = expected(bank, true);
        int last = bank.row(steps - 1, ROLLOUTS - 1);
        if (!bank.terminated(last) && !bank.truncated(last)) {
            expected.remove(expected.size() - 1); // waits for the value that follows
        }
        assertEquals(expected, remembered);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void shouldRememberAtOnceWhereNoErrorIsAskedFor(int steps) {
        StorageBank bank = Fixtures.bank(steps, ROLLOUTS, new float[] {0.3f, -0.7f, 1}, 4);
        RolloutInsertion insertion = new RolloutInsertion(5, bank.shape(), memory, null, GAMMA);
        for (int column = 0; column < ROLLOUTS; column++) {
            insertion.insert(bank, column);
        }
        assertEquals(expected(bank, false), remembered);
    }

    private static List<Remembered> expected(StorageBank bank, boolean errors) {
        List<Remembered> all = new ArrayList<>();
        int steps = bank.shape().steps();
        int width = bank.shape().outputWidth();
        for (int column = 0; column < ROLLOUTS; column++) {
            int truncations = 0;
            for (int step = 0; step < steps; step++) {
                int row = bank.row(step, column);
                int next = step + 1 < steps ? bank.row(step + 1, column) : bank.row(0, (column + 1) % ROLLOUTS);
                double value = bank.outputs()[row * width + (int) bank.actions()[row]];
                double follows = bank.terminated(row)
                        ? 0
                        : Math.max(bank.outputs()[next * width], bank.outputs()[next * width + 1]);
                boolean unknown = !errors || bank.truncated(row);
                float end = bank.truncated(row)
                        ? bank.finals(column)
                                .slot(truncations++, new ObservationSlot())
                                .get(0)
                        : 0;
                all.add(new Remembered(
                        5,
                        bank.observationSlot(step, column, new ObservationSlot())
                                .get(0),
                        bank.rewards()[row],
                        end,
                        unknown
                                ? ReplayMemory.GREATEST_SO_FAR
                                : Math.abs(bank.rewards()[row] + GAMMA * follows - value)));
            }
        }
        return all;
    }
}
