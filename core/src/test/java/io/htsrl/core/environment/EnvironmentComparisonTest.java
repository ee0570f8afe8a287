package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class EnvironmentComparisonTest {

    /** Episodes of seven steps; the reward of step s is a function of s and of the replica. */
    private static class Counting implements Environment {
        private final ActionSpace actions;
        private final IntUnaryOperator rewards;
        private final Set<Float> taken = new HashSet<>();
        private long seed;
        private int step;

        Counting(ActionSpace actions, IntUnaryOperator rewards) {
            this.actions = actions;
            this.rewards = rewards;
        }

        Counting(IntUnaryOperator rewards) {
            this(new ActionSpace.Discrete(3), rewards);
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Counting", ObservationSpace.floats(2), actions, 7, Double.NaN);
        }

        @Override
        public void reset(long newSeed, ObservationSlot out) {
            seed = newSeed;
            step = 0;
            observe(out);
        }

        @Override
        public void step(float[] action, int offset, ObservationSlot out, StepResult result) {
            step++;
            for (int i = 0; i < actions.width(); i++) {
                taken.add(action[offset + i]);
            }
            observe(out);
            result.set(rewards.applyAsInt(step), false, step == 7);
        }

        private void observe(ObservationSlot out) {
            out.set(0, step);
            out.set(1, (float) (seed % 97));
        }
    }

    @Test
    void shouldFindReplicasEqualThatAre() {
        Counting one = new Counting(step -> step);
        EnvironmentComparison comparison = EnvironmentComparison.of(one, new Counting(step -> step));

        assertEquals("", comparison.difference());
        assertTrue(
                comparison.steps() > 7 && comparison.steps() <= EnvironmentComparison.STEPS, "" + comparison.steps());
        assertEquals(Set.of(0f, 1f, 2f), one.taken);
    }

    @Test
    void shouldNameStepAndFieldOfTheFirstDifference() {
        EnvironmentComparison comparison =
                EnvironmentComparison.of(new Counting(step -> step), new Counting(step -> step < 5 ? step : 9));

        assertEquals(
                "two replicas of it differ in step 5 of episode 1: the reward is 5.0, then 9.0",
                comparison.difference());
        assertEquals(5, comparison.steps());
    }

    @Test
    void shouldTakeContinuousActionsInsideOfTheirBounds() {
        ActionSpace box = new ActionSpace.Continuous(
                new float[] {5, Float.NEGATIVE_INFINITY}, new float[] {6, Float.POSITIVE_INFINITY});
        Counting one = new Counting(box, step -> 0);
        EnvironmentComparison comparison = EnvironmentComparison.of(one, new Counting(box, step -> 0));

        assertEquals("", comparison.difference());
        assertTrue(one.taken.contains(5f), "one component has 5 as the one value near 0");
        assertTrue(one.taken.stream().allMatch(value -> value == 5f || value >= -1 && value <= 1), "" + one.taken);
    }

    /** The run reports with its place what an environment throws. */
    @Test
    void shouldEndWhereAnEnvironmentThrows() {
        IntUnaryOperator throwing = step -> {
            if (step == 4) {
                throw new IllegalStateException("for the test");
            }
            return 0;
        };
        EnvironmentComparison comparison = EnvironmentComparison.of(new Counting(throwing), new Counting(step -> 0));

        assertEquals("", comparison.difference());
        assertEquals(3, comparison.steps());
    }
}
