package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CorrelatedNoiseTest {
    private static final double CORRELATION = 0.9;
    private static final int STEPS = 100_000;
    /** Of means 0 and sigmas e^-3: the hyperbolic tangent is nearly straight there. */
    private static final float[] ROW = {0, 0, -3, -3};

    private final SquashedGaussian head = new SquashedGaussian(
            new ActionSpace.Continuous(new float[] {-1, -1}, new float[] {1, 1}), SquashedGaussian.LogStd.CLAMP);
    private final RandomStream draws = RandomStream.root(1);

    private float[] action(ActionSelector selector, long step) {
        float[] action = new float[2];
        selector.select(ROW, 0, draws, step, action, 0);
        return action;
    }

    @Test
    void shouldKeepTheHeadsDistributionAndCorrelateSteps() {
        CorrelatedNoise noise = new CorrelatedNoise(head, CORRELATION);
        double squares = 0;
        double products = 0;
        double across = 0;
        float[] before = action(noise, 0);
        for (int step = 1; step <= STEPS; step++) {
            float[] now = action(noise, step);
            squares += now[0] * now[0];
            products += now[0] * before[0];
            across += now[0] * now[1];
            before = now;
        }
        assertEquals(Math.exp(-6), squares / STEPS, 0.05 * Math.exp(-6));
        assertEquals(CORRELATION, products / squares, 0.01);
        assertEquals(0, across / squares, 0.05);
    }

    @Test
    void shouldBeginAnewWithAnEpisode() {
        CorrelatedNoise one = new CorrelatedNoise(head, CORRELATION);
        CorrelatedNoise other = new CorrelatedNoise(head, CORRELATION);
        action(one, 3);
        one.beginEpisode();
        assertArrayEquals(action(other, 7), action(one, 7));
        float[] drawn = new float[2];
        head.sample(ROW, 0, draws, 9, drawn, 0);
        one.beginEpisode();
        assertArrayEquals(drawn, action(one, 9));
    }

    @Test
    void shouldGoOnFromWhatWasSaved() throws IOException {
        CorrelatedNoise one = new CorrelatedNoise(head, CORRELATION);
        action(one, 0);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        one.save(new DataOutputStream(saved));
        CorrelatedNoise other = new CorrelatedNoise(head, CORRELATION);
        other.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        assertArrayEquals(action(one, 1), action(other, 1));
    }
}
