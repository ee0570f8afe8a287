package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.ToDoubleFunction;

/** Holds gradients with respect to output rows against finite differences. */
final class Gradients {
    private static final double STEP = 1e-3;

    private Gradients() {}

    /** What {@code gradient} holds, from {@code offset} on, is the gradient of {@code scalar} at {@code row}. */
    static void assertGradient(ToDoubleFunction<float[]> scalar, float[] row, float[] gradient, int offset) {
        for (int i = 0; i < row.length; i++) {
            float[] up = row.clone();
            float[] down = row.clone();
            up[i] += (float) STEP;
            down[i] -= (float) STEP;
            double expected = (scalar.applyAsDouble(up) - scalar.applyAsDouble(down)) / ((double) up[i] - down[i]);
            assertEquals(expected, gradient[offset + i], 2e-4 * (1 + Math.abs(expected)), "output " + i);
        }
    }
}
