package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchedEnvironmentTest {
    private static final int REPLICAS = 29;
    private static final int STEPS = 1_200;
    private static final RandomStream DRAWS = RandomStream.root(7);

    private static List<Environment> replicas(String id) {
        return Stream.generate(() -> new BuiltInProvider().create(id, Map.of()))
                .limit(REPLICAS)
                .toList();
    }

    /** Draws an action, in a box also beyond its bounds. */
    private static float action(ActionSpace space, int step, int replica) {
        double draw = DRAWS.uniform(step, replica);
        return space instanceof ActionSpace.Discrete discrete
                ? (int) (draw * discrete.count())
                : (float) (6 * draw - 3) * (replica % 3 == 0 ? 0.1f : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Acrobot-v1", "CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Pendulum-v1"})
    void shouldHaveTheBitsOfPlainEnvironmentsInAnyRanges(String id) throws IOException {
        List<Environment> plain = replicas(id);
        List<Environment> under = replicas(id);
        BatchedEnvironment batched = under.get(0).batched(under).orElseThrow();
        ActionSpace space = plain.get(0).spec().actionSpace();
        int size = plain.get(0).spec().observationSpace().size();
        float[] expected = new float[REPLICAS * size];
        float[] expectedRewards = new float[REPLICAS];
        byte[] expectedEndings = new byte[REPLICAS];
        StepRows rows = new StepRows();
        rows.actions = new float[REPLICAS];
        rows.observations = new float[REPLICAS * size];
        rows.rewards = new float[REPLICAS];
        rows.endings = new byte[REPLICAS];
        ObservationSlot slot = new ObservationSlot();
        StepResult result = new StepResult();
        for (int i = 0; i < REPLICAS; i++) {
            plain.get(i).reset(DRAWS.bits(i), slot.at(expected, i * size, size));
            under.get(i).reset(DRAWS.bits(i), slot.at(rows.observations, i * size, size));
        }
        batched.load(0, REPLICAS);
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < REPLICAS; i++) {
                rows.actions[i] = action(space, step, i);
                plain.get(i).step(rows.actions, i, slot.at(expected, i * size, size), result);
                expectedRewards[i] = (float) result.reward;
                expectedEndings[i] =
                        result.terminated ? StepRows.TERMINATED : result.truncated ? StepRows.TRUNCATED : 0;
            }
            int first = (int) (DRAWS.bits(step) >>> 33) % REPLICAS;
            int second = first + (int) (DRAWS.bits(-step) >>> 33) % (REPLICAS - first);
            step(batched, 0, first, size, rows);
            step(batched, second, REPLICAS, size, rows);
            step(batched, first, second, size, rows);

            assertArrayEquals(expected, rows.observations, "observations after step " + step);
            assertArrayEquals(expectedRewards, rows.rewards, "rewards of step " + step);
            assertArrayEquals(expectedEndings, rows.endings, "endings of step " + step);
            for (int i = 0; i < REPLICAS; i++) {
                if (expectedEndings[i] != 0) {
                    plain.get(i).reset(step, slot.at(expected, i * size, size));
                    under.get(i).reset(step, slot.at(rows.observations, i * size, size));
                    batched.load(i, i + 1);
                }
            }
        }
        batched.store(0, REPLICAS);
        for (int i = 0; i < REPLICAS; i++) {
            assertArrayEquals(SavedState.of(plain.get(i)), SavedState.of(under.get(i)), "state of replica " + i);
        }
    }

    private static void step(BatchedEnvironment batched, int from, int to, int size, StepRows rows) {
        rows.actionOffset = from;
        rows.observationOffset = from * size;
        rows.row = from;
        batched.step(from, to, rows);
    }
}
