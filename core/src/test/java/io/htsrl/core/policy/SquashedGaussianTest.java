package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.policy.SquashedGaussian.SquashedDraw;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SquashedGaussianTest {
    private static final ActionSpace.Continuous BOX =
            new ActionSpace.Continuous(new float[] {-2, 0}, new float[] {2, 10});
    private static final float[] ROW = {0.5f, -1, -0.3f, 0.2f};
    private final RandomStream draws = RandomStream.root(7).spawn("action").spawn(0);

    @ParameterizedTest
    @EnumSource
    void shouldDrawInsideOfTheUnitBoxAndScaleEachComponentByItsOwnBounds(LogStd logStd) {
        SquashedGaussian head = new SquashedGaussian(BOX, logStd);
        float[] action = new float[2];
        float[] converted = new float[2];
        for (int step = 0; step < 1000; step++) {
            head.sample(ROW, 0, draws, step, action, 0);
            head.toEnvironment(action, 0, converted, 0);
            assertTrue(Math.abs(action[0]) <= 1 && Math.abs(action[1]) <= 1);
            assertEquals(2 * action[0], converted[0], 1e-6);
            assertEquals(5 + 5 * action[1], converted[1], 1e-5);
        }
        head.toEnvironment(new float[] {-1, 1}, 0, converted, 0);
        assertArrayEquals(new float[] {-2, 10}, converted);
        head.mode(ROW, 0, action, 0);
        assertArrayEquals(new float[] {(float) Math.tanh(0.5), (float) Math.tanh(-1)}, action, 1e-6f);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawForTheLearnerWhatItDrawsForActors(LogStd logStd) {
        SquashedGaussian head = new SquashedGaussian(BOX, logStd);
        SquashedDraw draw = head.newDraw();
        float[] sampled = new float[2];
        float[] drawn = new float[2];
        for (int step = 0; step < 100; step++) {
            head.sample(ROW, 0, draws, step, sampled, 0);
            draw.draw(ROW, 0, draws, step, drawn, 0);
            assertArrayEquals(sampled, drawn);
        }
    }

    /** Uses the textbook's ln(1 - tanh² u), far from where that cancels. */
    @Test
    void shouldHaveTheDensityOfTheSquashedVariable() {
        SquashedDraw draw = new SquashedGaussian(BOX, LogStd.CLAMP).newDraw();
        float[] action = new float[2];
        draw.draw(ROW, 0, draws, 3, action, 0);
        double expected = 0;
        for (int i = 0; i < 2; i++) {
            double epsilon = draws.normal(3, i);
            double u = ROW[i] + Math.exp(ROW[2 + i]) * epsilon;
            expected += -epsilon * epsilon / 2
                    - ROW[2 + i]
                    - Math.log(2 * Math.PI) / 2
                    - Math.log(1 - Math.tanh(u) * Math.tanh(u));
        }
        assertEquals(expected, draw.logProbability(), 1e-9);
    }

    @Test
    void shouldNotLoseTheDensityWhereTanhIsOne() {
        SquashedDraw draw = new SquashedGaussian(BOX, LogStd.CLAMP).newDraw();
        float[] row = {40, -40, -20, -20};
        draw.draw(row, 0, draws, 0, new float[2], 0);
        double expected = 0;
        for (int i = 0; i < 2; i++) {
            double epsilon = draws.normal(0, i);
            expected += -epsilon * epsilon / 2 + 20 - Math.log(2 * Math.PI) / 2 - 2 * (Math.log(2) - 40);
        }
        assertEquals(expected, draw.logProbability(), 1e-6);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheGradientOfFiniteDifferencesAtAFixedDraw(LogStd logStd) {
        SquashedGaussian head = new SquashedGaussian(BOX, logStd);
        float[] ofAction = {0, 1.5f, -0.75f};
        for (int step = 0; step < 20; step++) {
            int at = step;
            SquashedDraw draw = head.newDraw();
            draw.draw(ROW, 0, draws, at, new float[2], 0);
            float[] gradient = new float[6];
            draw.gradient(ofAction, 1, 0.3, gradient, 1);
            Gradients.assertGradient(row -> loss(head, row, at), ROW, gradient, 1);
            assertEquals(0f, gradient[0]);
            assertEquals(0f, gradient[5]);
        }
    }

    /** {@code 1.5 a_0 - 0.75 a_1 + 0.3 ln π}, of actions in double: a float has too few digits for differences. */
    private double loss(SquashedGaussian head, float[] row, int step) {
        SquashedDraw draw = head.newDraw();
        draw.draw(row, 0, draws, step, new float[2], 0);
        double sum = 0.3 * draw.logProbability();
        for (int i = 0; i < 2; i++) {
            double u = row[i] + Math.exp(logStd(head, row[2 + i])) * draws.normal(step, i);
            sum += (i == 0 ? 1.5 : -0.75) * Math.tanh(u);
        }
        return sum;
    }

    private static double logStd(SquashedGaussian head, double s) {
        boolean clamp = head.logStd() == LogStd.CLAMP;
        return clamp ? Math.max(-20, Math.min(2, s)) : -5 + 3.5 * (Math.tanh(s) + 1);
    }

    @Test
    void shouldKeepLogSigmasWithinTheirRange() {
        for (double s : new double[] {-1e6, -30, 0, 30, 1e6}) {
            assertTrue(LogStd.TANH.of(s) >= -5 && LogStd.TANH.of(s) <= 2);
            assertTrue(LogStd.CLAMP.of(s) >= -20 && LogStd.CLAMP.of(s) <= 2);
        }
        assertEquals(0, LogStd.CLAMP.slope(-21));
        assertEquals(0, LogStd.CLAMP.slope(3));
    }

    @Test
    void shouldRefuseABoxWithoutEnd() {
        ActionSpace.Continuous open =
                new ActionSpace.Continuous(new float[] {0}, new float[] {Float.POSITIVE_INFINITY});
        String message = assertThrows(IllegalArgumentException.class, () -> new SquashedGaussian(open, LogStd.CLAMP))
                .getMessage();
        assertTrue(message.contains("[0.0] .. [Infinity]"), message);
        assertThrows(IllegalArgumentException.class, () -> new Deterministic(open));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseOutputsThatAreNotFinite(LogStd logStd) {
        SquashedGaussian head = new SquashedGaussian(BOX, logStd);
        for (int i = 0; i < 4; i++) {
            float[] bad = ROW.clone();
            bad[i] = Float.NaN;
            assertThrows(DivergedException.class, () -> head.sample(bad, 0, draws, 0, new float[2], 0));
        }
    }
}
