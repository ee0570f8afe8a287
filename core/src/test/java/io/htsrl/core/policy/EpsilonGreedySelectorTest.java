package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import java.util.List;
import org.junit.jupiter.api.Test;

class EpsilonGreedySelectorTest {
    private static final float[] VALUES = {9, -1, 3, 3, 2, 9};
    private final RandomStream draws = RandomStream.root(3).spawn("action").spawn(0);

    private static ActionSelector constant(double epsilon) {
        return new EpsilonGreedySelector(new ActionValues(4), epsilon, epsilon, AnnealingHorizon.of(0), 1);
    }

    @Test
    void shouldTakeTheFirstOfTheGreatestValues() {
        float[] action = new float[2];
        for (int step = 0; step < 100; step++) {
            constant(0).select(VALUES, 1, draws, step, action, 1);
            assertEquals(1f, action[1]);
        }
    }

    @Test
    void shouldExploreUniformlyWithProbabilityEpsilon() {
        int steps = 100_000;
        int[] counts = new int[4];
        float[] action = new float[1];
        for (int step = 0; step < steps; step++) {
            constant(0.4).select(VALUES, 1, draws, step, action, 0);
            counts[(int) action[0]]++;
        }
        double[] expected = {0.1, 0.7, 0.1, 0.1};
        double chiSquare = 0;
        for (int i = 0; i < 4; i++) {
            double mean = expected[i] * steps;
            chiSquare += (counts[i] - mean) * (counts[i] - mean) / mean;
        }
        assertTrue(chiSquare < 16.27, "chi-square " + chiSquare + " is beyond the 99.9 % quantile of 3 degrees");
    }

    @Test
    void shouldExploreAllowedActionsAlone() {
        float[] masked = {9, OutputRow.FORBIDDEN, 3, OutputRow.FORBIDDEN, 5, 9};
        int steps = 20_000;
        int[] counts = new int[4];
        float[] action = new float[1];
        for (int step = 0; step < steps; step++) {
            constant(0.4).select(masked, 1, draws, step, action, 0);
            counts[(int) action[0]]++;
        }
        assertEquals(0, counts[0]);
        assertEquals(0, counts[2]);
        assertEquals(0.2, (double) counts[1] / steps, 0.02);
        assertEquals(0.8, (double) counts[3] / steps, 0.02);
    }

    @Test
    void shouldDecayLinearlyAndThenStay() {
        EpsilonGreedySelector selector =
                new EpsilonGreedySelector(new ActionValues(2), 1, 0.1, AnnealingHorizon.of(100), 1);
        assertEquals(1, selector.epsilon(0));
        assertEquals(0.55, selector.epsilon(50), 1e-12);
        assertEquals(0.1, selector.epsilon(100));
        assertEquals(0.1, selector.epsilon(1_000_000));
        EpsilonGreedySelector given = new EpsilonGreedySelector(
                new ActionValues(2), 1, 0, new AnnealingHorizon(100, List.of(new AnnealingHorizon.Earlier(60, 50))), 1);
        assertEquals(0.5, given.epsilon(25), 1e-9);
        assertEquals(0, given.epsilon(59), 1e-9);
        assertEquals(0.4, given.epsilon(60), 1e-9);
        assertEquals(
                0.55 * 0.55 * 0.55,
                new EpsilonGreedySelector(new ActionValues(2), 1, 0.1, AnnealingHorizon.of(100), 3).epsilon(50),
                1e-9);
    }

    @Test
    void shouldRefuseValuesThatAreNotNumbers() {
        DivergedException refused = assertThrows(
                DivergedException.class,
                () -> constant(0).select(new float[] {0, Float.NaN, 0, 0}, 0, draws, 0, new float[1], 0));
        assertTrue(refused.getMessage().contains("action 1 is NaN"), refused.getMessage());
    }
}
