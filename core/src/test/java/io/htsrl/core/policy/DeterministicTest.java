package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import org.junit.jupiter.api.Test;

class DeterministicTest {
    private static final ActionSpace.Continuous BOX =
            new ActionSpace.Continuous(new float[] {-2, 0}, new float[] {2, 10});
    private static final float[] ROW = {0.5f, -1};
    private static final float[] BEST = {(float) Math.tanh(0.5), (float) Math.tanh(-1)};
    private final Deterministic head = new Deterministic(BOX);
    private final RandomStream draws = RandomStream.root(7).spawn("action").spawn(0);

    private float[] chosen(ActionSelector selector, long step) {
        float[] action = new float[2];
        selector.select(ROW, 0, draws, step, action, 0);
        return action;
    }

    @Test
    void shouldTakeTheTanhAndDrawNothing() {
        assertArrayEquals(BEST, chosen(head::sample, 0), 1e-6f);
        assertArrayEquals(chosen(head::sample, 0), chosen(ActionSelector.greedy(head), 5));
        assertThrows(DivergedException.class, () -> head.mode(new float[] {0, Float.NaN}, 0, new float[2], 0));
    }

    @Test
    void shouldHaveTheGradientOfFiniteDifferences() {
        float[] gradient = new float[3];
        head.gradient(chosen(head::sample, 0), 0, new float[] {1.5f, -0.75f}, 0, gradient, 1);
        Gradients.assertGradient(row -> 1.5 * Math.tanh(row[0]) - 0.75 * Math.tanh(row[1]), ROW, gradient, 1);
    }

    @Test
    void shouldScaleEachComponentByItsOwnBounds() {
        float[] converted = new float[2];
        head.toEnvironment(new float[] {0.5f, 0.5f}, 0, converted, 0);
        assertArrayEquals(new float[] {1, 7.5f}, converted);
    }

    @Test
    void shouldExploreWithNormalNoiseInsideOfTheUnitBox() {
        ActionSelector noisy = new GaussianNoise(head, 0.1);
        double sum = 0;
        double squares = 0;
        int steps = 20_000;
        for (int step = 0; step < steps; step++) {
            double noise = chosen(noisy, step)[0] - BEST[0];
            sum += noise;
            squares += noise * noise;
        }
        assertEquals(0, sum / steps, 0.4 / Math.sqrt(steps));
        assertEquals(0.01, squares / steps, 0.0006);
        for (int step = 0; step < 200; step++) {
            float[] wild = chosen(new GaussianNoise(head, 5), step);
            assertTrue(Math.abs(wild[0]) <= 1 && Math.abs(wild[1]) <= 1);
        }
    }

    @Test
    void shouldSwingSlowlyAsOrnsteinAndUhlenbeckHaveIt() {
        ActionSelector noisy = new OrnsteinUhlenbeckNoise(head, 0.5);
        noisy.beginEpisode();
        double[] expected = new double[2];
        for (int step = 0; step < 300; step++) {
            float[] action = chosen(noisy, step);
            for (int i = 0; i < 2; i++) {
                expected[i] += -0.15 * expected[i] * 0.01 + 0.5 * Math.sqrt(0.01) * draws.normal(step, i);
                assertEquals(Math.max(-1, Math.min(1, BEST[i] + expected[i])), action[i], 1e-5);
            }
        }
    }

    @Test
    void shouldBeginEachEpisodeWithoutNoiseFromTheLast() {
        ActionSelector noisy = new OrnsteinUhlenbeckNoise(head, 0.5);
        float[] first = chosen(noisy, 9);
        assertNotEquals(first[0], chosen(noisy, 9)[0]);
        noisy.beginEpisode();
        assertArrayEquals(first, chosen(noisy, 9));
    }

    @Test
    void shouldGoOnAfterARestoreAsBefore() throws Exception {
        ActionSelector one = new UniformStart(head, 3, new OrnsteinUhlenbeckNoise(head, 0.5));
        for (int step = 0; step < 10; step++) {
            chosen(one, step);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        one.save(new DataOutputStream(bytes));
        ActionSelector other = new UniformStart(head, 3, new OrnsteinUhlenbeckNoise(head, 0.5));
        other.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (int step = 10; step < 20; step++) {
            assertArrayEquals(chosen(one, step), chosen(other, step));
        }
        one.beginEpisode();
        assertArrayEquals(chosen(new OrnsteinUhlenbeckNoise(head, 0.5), 20), chosen(one, 20));
    }

    @Test
    void shouldBeginWithUniformActions() {
        ActionSelector selector = new UniformStart(head, 50_000, head::sample);
        int[] counts = new int[4];
        for (int step = 0; step < 50_000; step++) {
            float[] action = chosen(selector, step);
            counts[(action[0] < 0 ? 0 : 1) + (action[1] < 0 ? 0 : 2)]++;
        }
        for (int count : counts) {
            assertEquals(12_500, count, 4 * Math.sqrt(50_000 * 0.25 * 0.75));
        }
        assertArrayEquals(chosen(head::sample, 0), chosen(selector, 50_000));
    }
}
