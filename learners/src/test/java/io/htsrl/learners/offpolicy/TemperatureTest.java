package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.OptimizerConfig;
import org.junit.jupiter.api.Test;

/** The optimizer's ε is so great that its steps are its gradient, but for a factor. */
class TemperatureTest {
    private static final double EPSILON = 1e4;
    private static final OptimizerConfig PLAIN =
            new OptimizerConfig(OptimizerConfig.Kind.ADAM, 0.01 * EPSILON, false, EPSILON, 0, 0);

    private static double learnt(boolean autotune, Temperature.Loss loss, double logProbability) {
        Temperature temperature = new Temperature(autotune, -2, loss, PLAIN, 1, AnnealingHorizon.of(10));
        float[] phi = {7, -1, 9};
        temperature.begin(phi);
        assertEquals(Math.exp(-1), temperature.alpha(), 1e-7);
        temperature.learn(logProbability, 0);
        temperature.end(phi);
        assertEquals(7, phi[0]);
        assertEquals(9, phi[2]);
        return phi[1];
    }

    @Test
    void shouldDescendByTheLogarithm() {
        assertEquals(-1 + 0.01 * (5 - 2), learnt(true, Temperature.Loss.LOG, 5), 1e-5);
        assertEquals(-1 + 0.01 * (1 - 2), learnt(true, Temperature.Loss.LOG, 1), 1e-5);
    }

    @Test
    void shouldDescendByAlphaItself() {
        assertEquals(-1 + 0.01 * Math.exp(-1) * (5 - 2), learnt(true, Temperature.Loss.EXP, 5), 1e-5);
    }

    @Test
    void shouldStayWhereItIsNotLearnt() {
        assertEquals(-1, learnt(false, Temperature.Loss.LOG, 5));
    }
}
