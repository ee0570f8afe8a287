package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class DiagonalGaussianTest {
    private static final ActionSpace.Continuous BOX =
            new ActionSpace.Continuous(new float[] {-1, -3}, new float[] {1, Float.POSITIVE_INFINITY});
    private static final float[] ROW = {0.5f, -2, -0.7f, 0.2f};
    private final DiagonalGaussian head = new DiagonalGaussian(BOX, -0.5, 1);
    private final RandomStream draws = RandomStream.root(7).spawn("action").spawn(0);

    @Test
    void shouldHaveMeansAndFreeLogSigmas() {
        assertEquals(4, head.outputs());
        assertEquals(2, head.freeOutputs());
        assertEquals(-0.5f, head.firstFreeOutput());
        assertEquals(2, head.actionWidth());
        float[] action = new float[2];
        head.mode(ROW, 0, action, 0);
        assertArrayEquals(new float[] {0.5f, -2}, action);
    }

    @Test
    void shouldDrawWithTheMeansAndDeviationsOfItsRow() {
        int steps = 100_000;
        double[] sum = new double[2];
        double[] squares = new double[2];
        double product = 0;
        float[] row = {9, 0.5f, -2, -0.7f, 0.2f};
        float[] action = new float[3];
        for (int step = 0; step < steps; step++) {
            head.sample(row, 1, draws, step, action, 1);
            double first = (action[1] - 0.5) / Math.exp(-0.7);
            double second = (action[2] + 2) / Math.exp(0.2);
            sum[0] += first;
            sum[1] += second;
            squares[0] += first * first;
            squares[1] += second * second;
            product += first * second;
        }
        double bound = 4 / Math.sqrt(steps); // four standard errors
        for (int i = 0; i < 2; i++) {
            assertEquals(0, sum[i] / steps, bound);
            assertEquals(1, squares[i] / steps, bound * Math.sqrt(2));
        }
        assertEquals(0, product / steps, bound);
    }

    @Test
    void shouldHoldADrawForAsManySteps() {
        DiagonalGaussian holding = new DiagonalGaussian(BOX, 0, 3);
        float[] drawn = new float[2];
        float[] expected = new float[2];
        for (int step = 0; step < 12; step++) {
            holding.sample(ROW, 0, draws, step, drawn, 0);
            head.sample(ROW, 0, draws, step / 3, expected, 0);
            assertArrayEquals(expected, drawn);
        }
    }

    @Test
    void shouldKeepWhatItDrawsAndClipWhatTheEnvironmentGets() {
        float[] converted = new float[3];
        head.toEnvironment(new float[] {0, 7, 7}, 1, converted, 1);
        assertArrayEquals(new float[] {0, 1, 7}, converted);
        head.toEnvironment(new float[] {-7, -7}, 0, converted, 0);
        assertArrayEquals(new float[] {-1, -3, 7}, converted);
    }

    @Test
    void shouldAgreeWithTheDensity() {
        ActionDistribution distribution = head.newDistribution();
        distribution.evaluate(ROW, 0, new float[] {0.9f, 1}, 0);
        double sigma0 = Math.exp(-0.7f);
        double sigma1 = Math.exp(0.2f);
        double z0 = (0.9f - 0.5) / sigma0;
        double z1 = 3 / sigma1;
        double density = Math.exp(-z0 * z0 / 2)
                / (sigma0 * Math.sqrt(2 * Math.PI))
                * Math.exp(-z1 * z1 / 2)
                / (sigma1 * Math.sqrt(2 * Math.PI));
        assertEquals(Math.log(density), distribution.logProbability(), 1e-9);
        double entropy =
                Math.log(sigma0 * Math.sqrt(2 * Math.PI * Math.E)) + Math.log(sigma1 * Math.sqrt(2 * Math.PI * Math.E));
        assertEquals(entropy, distribution.entropy(), 1e-9);
    }

    @Test
    void shouldHaveTheGradientOfFiniteDifferences() {
        float[] action = {0.9f, 1};
        ActionDistribution distribution = head.newDistribution();
        float[] gradient = new float[6];
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
        assertEquals(0f, gradient[5]);
    }

    @Test
    void shouldRefuseOutputsThatAreNotFinite() {
        for (int i = 0; i < 4; i++) {
            float[] bad = ROW.clone();
            bad[i] = Float.NaN;
            assertThrows(DivergedException.class, () -> head.sample(bad, 0, draws, 0, new float[2], 0));
        }
        assertThrows(
                DivergedException.class, () -> head.sample(new float[] {0, 0, 0, 1e9f}, 0, draws, 0, new float[2], 0));
        assertThrows(DivergedException.class, () -> head.mode(new float[] {0, Float.NaN, 0, 0}, 0, new float[2], 0));
    }

    /** The second component is none of the agent's. */
    @Test
    void shouldLeaveOutAComponentWhoseMeanIsForbidden() {
        float[] row = {0.5f, OutputRow.FORBIDDEN, -0.7f, 0};
        float[] action = new float[2];
        head.sample(row, 0, draws, 3, action, 0);
        assertEquals(0, action[1]);
        DiagonalGaussian one =
                new DiagonalGaussian(new ActionSpace.Continuous(new float[] {-1}, new float[] {1}), -0.5, 1);
        float[] alone = new float[1];
        one.sample(new float[] {0.5f, -0.7f}, 0, draws, 3, alone, 0);
        assertEquals(alone[0], action[0]);
        ActionDistribution both = head.newDistribution();
        ActionDistribution first = one.newDistribution();
        both.evaluate(row, 0, action, 0);
        first.evaluate(new float[] {0.5f, -0.7f}, 0, alone, 0);
        assertEquals(first.logProbability(), both.logProbability());
        assertEquals(first.entropy(), both.entropy());
        ActionDistribution other = head.newDistribution();
        other.evaluate(new float[] {0.2f, OutputRow.FORBIDDEN, -0.4f, 0}, 0, action, 0);
        ActionDistribution otherFirst = one.newDistribution();
        otherFirst.evaluate(new float[] {0.2f, -0.4f}, 0, alone, 0);
        assertEquals(first.divergence(otherFirst), both.divergence(other));
        head.mode(row, 0, action, 0);
        assertArrayEquals(new float[] {0.5f, 0}, action);
    }

    @Test
    void shouldBeginItsSumsAnewWhereTheFirstComponentIsForbidden() {
        float[] row = {OutputRow.FORBIDDEN, 0.5f, 0, -0.7f};
        ActionDistribution distribution = head.newDistribution();

        distribution.evaluate(row, 0, new float[] {0, 0.2f}, 0);
        double logProbability = distribution.logProbability();
        double entropy = distribution.entropy();
        distribution.evaluate(row, 0, new float[] {0, 0.2f}, 0);

        assertEquals(logProbability, distribution.logProbability());
        assertEquals(entropy, distribution.entropy());
    }
}
