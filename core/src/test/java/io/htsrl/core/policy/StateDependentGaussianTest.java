package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StateDependentGaussianTest {
    private static final ActionSpace.Continuous BOX =
            new ActionSpace.Continuous(new float[] {-1, -3}, new float[] {1, Float.POSITIVE_INFINITY});
    private static final int UNITS = 3;
    /** Two means, three units, and log sigmas {@code [unit][action]}. */
    private static final float[] ROW = {0.5f, -2, 0.3f, -0.8f, 0.6f, -0.7f, 0.2f, -0.1f, -1.2f, 0.4f, -0.5f};

    private static final RandomStream DRAWS =
            RandomStream.root(7).spawn("action").spawn(0);

    private static DistributionHead head(int noiseSteps) {
        return new StateDependentGaussian(BOX, -0.5, noiseSteps).behind(UNITS, 8);
    }

    private static double variance(float[] row, int action) {
        double sum = 1e-6;
        for (int i = 0; i < UNITS; i++) {
            sum += (double) row[2 + i] * row[2 + i] * Math.exp(2 * row[2 + UNITS + 2 * i + action]);
        }
        return sum;
    }

    @Test
    void shouldHaveMeansThenUnitsThenFreeLogSigmas() {
        assertEquals(11, head(1).outputs());
        assertEquals(3, head(1).repeatedOutputs());
        assertEquals(6, head(1).freeOutputs());
        assertEquals(-0.5f, head(1).firstFreeOutput());
        float[] action = new float[2];
        head(1).mode(ROW, 0, action, 0);
        assertArrayEquals(new float[] {0.5f, -2}, action);
    }

    @Test
    void shouldDrawWithTheVarianceOfTheState() {
        int steps = 100_000;
        double[] squares = new double[2];
        double product = 0;
        float[] action = new float[2];
        for (int step = 0; step < steps; step++) {
            head(1).sample(ROW, 0, DRAWS, step, action, 0);
            double first = (action[0] - 0.5) / Math.sqrt(variance(ROW, 0));
            double second = (action[1] + 2) / Math.sqrt(variance(ROW, 1));
            squares[0] += first * first;
            squares[1] += second * second;
            product += first * second;
        }
        double bound = 4 / Math.sqrt(steps); // four standard errors
        assertEquals(1, squares[0] / steps, bound * Math.sqrt(2));
        assertEquals(1, squares[1] / steps, bound * Math.sqrt(2));
        assertEquals(0, product / steps, bound);
    }

    /** The same matrix for every state of the held steps: its noise is linear in the units. */
    @Test
    void shouldHoldOneMatrixForAsManyStepsAsItIsTold() {
        float[] twice = ROW.clone();
        for (int i = 2; i < 2 + UNITS; i++) {
            twice[i] *= 2;
        }
        float[] once = new float[2];
        float[] doubled = new float[2];
        float[] earlier = new float[2];
        for (int step = 0; step < 12; step++) {
            head(3).sample(ROW, 0, DRAWS, step / 3 * 3L, once, 0);
            head(3).sample(twice, 0, DRAWS, step, doubled, 0);
            assertEquals(2 * (once[0] - 0.5), doubled[0] - 0.5, 1e-6);
            assertEquals(2 * (once[1] + 2), doubled[1] + 2, 2e-6);
            assertTrue(step % 3 > 0 || once[0] != earlier[0], "a new matrix at step " + step);
            earlier = once.clone();
        }
        float[] ofRollout = new float[2];
        for (int step = 0; step < 24; step++) {
            head(-1).sample(ROW, 0, DRAWS, step, ofRollout, 0);
            head(8).sample(ROW, 0, DRAWS, step, once, 0);
            assertArrayEquals(once, ofRollout);
        }
    }

    @Test
    void shouldSelectWhatItSamplesWhateverChanges() {
        StateDependentGaussian head = (StateDependentGaussian) head(4);
        ActionSelector selector = head.newSelector();
        float[] selected = new float[3];
        float[] sampled = new float[3];
        for (int step = 0; step < 64; step++) {
            float[] row = new float[ROW.length + 1];
            System.arraycopy(ROW, 0, row, 1, ROW.length);
            row[3] += step; // a unit
            int swaps = step / 10;
            row[7] += swaps * 0.1f; // a log sigma, as a swap changes it
            RandomStream draws = step / 30 == 1 ? DRAWS.spawn(1) : DRAWS; // another episode of an evaluation
            selector.select(row, 1, draws, step, selected, 1);
            head.sample(row, 1, draws, step, sampled, 1);
            assertArrayEquals(sampled, selected, "step " + step);
        }
    }

    @Test
    void shouldAgreeWithTheDensity() {
        ActionDistribution distribution = head(1).newDistribution();
        distribution.evaluate(ROW, 0, new float[] {0.9f, 1}, 0);
        double log = 0;
        double entropy = 0;
        double[] off = {0.9f - 0.5, 3};
        for (int j = 0; j < 2; j++) {
            log -= off[j] * off[j] / (2 * variance(ROW, j)) + 0.5 * Math.log(2 * Math.PI * variance(ROW, j));
            entropy += 0.5 * Math.log(2 * Math.PI * Math.E * variance(ROW, j));
        }
        assertEquals(log, distribution.logProbability(), 1e-9);
        assertEquals(entropy, distribution.entropy(), 1e-9);
    }

    /** No gradient passes through the units. */
    @Test
    void shouldHaveTheGradientOfFiniteDifferences() {
        float[] action = {0.9f, 1};
        ActionDistribution distribution = head(1).newDistribution();
        float[] gradient = new float[ROW.length + 2];
        Arrays.fill(gradient, 9);
        distribution.evaluate(ROW, 0, action, 0);
        distribution.gradient(0.7, -0.4, gradient, 1);
        Gradients.assertGradient(
                row -> {
                    float[] at = row.clone();
                    System.arraycopy(ROW, 2, at, 2, UNITS);
                    ActionDistribution moved = head(1).newDistribution();
                    moved.evaluate(at, 0, action, 0);
                    return 0.7 * moved.logProbability() - 0.4 * moved.entropy();
                },
                ROW,
                gradient,
                1);
        assertEquals(9f, gradient[0]);
        assertEquals(9f, gradient[gradient.length - 1]);
    }

    /** Differences give the Hessian of the divergence along a direction. */
    @Test
    void shouldHaveTheFisherMatrixOfItsDivergence() {
        double h = 1.0 / 64;
        float[] vector = {0.4f, -0.6f, 0, 0, 0, 0.5f, -0.3f, 0.2f, 0.7f, -0.4f, 0.3f};
        float[] product = vector.clone();
        product[3] = 5; // the units' part counts as 0
        at(ROW).fisher(0.7, product, 0);
        for (int i = 0; i < ROW.length; i++) {
            double second = 0;
            for (int along = -1; along <= 1; along += 2) {
                for (int own = -1; own <= 1; own += 2) {
                    float[] moved = ROW.clone();
                    for (int j = 0; j < ROW.length; j++) {
                        boolean unit = i >= 2 && i < 2 + UNITS;
                        moved[j] += (float) (along * h * vector[j] + (j == i && !unit ? own * h : 0));
                    }
                    second += along * own * at(ROW).divergence(at(moved));
                }
            }
            assertEquals(0.7 * second / (4 * h * h), product[i], 1e-3, "output " + i);
        }
    }

    private static ActionDistribution at(float[] row) {
        ActionDistribution distribution = head(1).newDistribution();
        distribution.evaluate(row, 0, new float[2], 0);
        return distribution;
    }

    @Test
    void shouldRefuseOutputsThatAreNotFinite() {
        for (int i = 0; i < ROW.length; i++) {
            float[] bad = ROW.clone();
            bad[i] = Float.NaN;
            ActionSelector selector = ((StateDependentGaussian) head(1)).newSelector();
            assertThrows(DivergedException.class, () -> head(1).sample(bad, 0, DRAWS, 0, new float[2], 0));
            assertThrows(DivergedException.class, () -> selector.select(bad, 0, DRAWS, 0, new float[2], 0));
        }
    }

    @Test
    void shouldRefuseToActBeforeItKnowsItsNetwork() {
        StateDependentGaussian alone = new StateDependentGaussian(BOX, 0, 1);
        assertThrows(IllegalStateException.class, alone::newDistribution);
        assertThrows(IllegalStateException.class, () -> alone.sample(ROW, 0, DRAWS, 0, new float[2], 0));
        DiagonalGaussian held = new DiagonalGaussian(BOX, 0, -1);
        assertThrows(IllegalStateException.class, () -> held.sample(ROW, 0, DRAWS, 0, new float[2], 0));
    }
}
