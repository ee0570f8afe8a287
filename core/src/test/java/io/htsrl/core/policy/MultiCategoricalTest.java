package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class MultiCategoricalTest {
    private static final float[] ROW = {0.3f, -1, 0.5f, 1, -0.25f};
    private final MultiCategorical head = new MultiCategorical(3, 2);
    private final RandomStream draws = RandomStream.root(7).spawn("action").spawn(0);

    @Test
    void shouldTakeTheLogitsOfOneChoiceAfterTheOther() {
        assertEquals(5, head.outputs());
        assertEquals(2, head.actionWidth());
        float[] action = new float[2];
        head.mode(ROW, 0, action, 0);
        assertArrayEquals(new float[] {2, 0}, action);
    }

    @Test
    void shouldDrawEachChoiceByItselfAndIndependently() {
        int steps = 100_000;
        int[] counts = new int[6];
        float[] action = new float[3];
        for (int step = 0; step < steps; step++) {
            head.sample(ROW, 0, draws, step, action, 1);
            counts[(int) (2 * action[1] + action[2])]++;
        }
        double first = Math.exp(0.3) + Math.exp(-1) + Math.exp(0.5);
        double second = Math.exp(1) + Math.exp(-0.25);
        double chiSquare = 0;
        for (int i = 0; i < 6; i++) {
            double mean = steps * Math.exp(ROW[i / 2]) / first * Math.exp(ROW[3 + i % 2]) / second;
            chiSquare += (counts[i] - mean) * (counts[i] - mean) / mean;
        }
        assertTrue(chiSquare < 20.5, "chi-square " + chiSquare + " is beyond the 99.9 % quantile of 5 degrees");
    }

    @Test
    void shouldAddUpWhatItsChoicesSay() {
        ActionDistribution joint = head.newDistribution();
        ActionDistribution first = new Categorical(3).newDistribution();
        ActionDistribution second = new Categorical(2).newDistribution();
        float[] action = {1, 0};
        joint.evaluate(ROW, 0, action, 0);
        first.evaluate(ROW, 0, action, 0);
        second.evaluate(ROW, 3, action, 1);
        assertEquals(first.logProbability() + second.logProbability(), joint.logProbability());
        assertEquals(first.entropy() + second.entropy(), joint.entropy());
    }

    @Test
    void shouldHaveTheGradientOfFiniteDifferences() {
        float[] action = {1, 0};
        ActionDistribution distribution = head.newDistribution();
        float[] gradient = new float[7];
        distribution.evaluate(ROW, 0, action, 0);
        distribution.gradient(0.7, -0.4, gradient, 1);
        Gradients.assertGradient(
                row -> {
                    ActionDistribution at = head.newDistribution();
                    at.evaluate(row, 0, action, 0);
                    return 0.7 * at.logProbability() - 0.4 * at.entropy();
                },
                ROW,
                gradient,
                1);
        assertEquals(0f, gradient[6]);
    }

    @Test
    void shouldBeTheHeadOfSwitchesToo() {
        DistributionHead switches = DistributionHead.of(new ActionSpace.MultiBinary(3));
        assertEquals(6, switches.outputs());
        assertEquals(3, switches.actionWidth());
        float[] action = new float[3];
        switches.mode(new float[] {1, 0, 0, 1, 2, 1}, 0, action, 0);
        assertArrayEquals(new float[] {0, 1, 0}, action);
    }

    @Test
    void shouldRefuseOutputsThatAreNotFinite() {
        float[] bad = ROW.clone();
        bad[4] = Float.NaN;
        assertThrows(DivergedException.class, () -> head.sample(bad, 0, draws, 0, new float[2], 0));
        assertThrows(DivergedException.class, () -> head.mode(bad, 0, new float[2], 0));
    }
}
