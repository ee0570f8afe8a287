package io.htsrl.learners.optim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer.Adam;
import io.htsrl.learners.optim.Optimizer.RmsProp;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ParameterKernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OptimizerTest {
    private static final int N = 37;
    private static final ParameterKernel KERNEL = Kernels.parameters();
    private final RandomStream draws = RandomStream.root(5).spawn("gradients");

    private float[] gradient(int step) {
        float[] g = new float[N];
        for (int i = 0; i < N; i++) {
            g[i] = (float) (draws.uniform(step, i) - 0.3);
        }
        return g;
    }

    /** PyTorch's torch.optim.Adam and AdamW, in double; the last elements are exempt from weight decay. */
    @ParameterizedTest
    @CsvSource({"0.9,0.999,0", "0.5,0.9,0", "0,0,0", "0.9,0.999,0.3", "0.7,0.95,2"})
    void shouldStepAsAdam(double beta1, double beta2, double decay) {
        int decayed = 29;
        var config = new OptimizerConfig.Adam(beta1, beta2, decay);
        Adam adam = new Adam(N, decayed, config, 1e-5, KERNEL, Team.alone());
        float[] parameters = gradient(0);
        double[] m = new double[N];
        double[] v = new double[N];
        double[] expected = new double[N];
        Arrays.setAll(expected, i -> parameters[i]);
        for (int step = 1; step <= 200; step++) {
            float[] g = gradient(step);
            adam.step(parameters, g, 1, 1e-2);
            for (int i = 0; i < N; i++) {
                m[i] = beta1 * m[i] + (1 - beta1) * g[i];
                v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
                double mHat = m[i] / (1 - Math.pow(beta1, step));
                double vHat = v[i] / (1 - Math.pow(beta2, step));
                expected[i] *= i < decayed ? 1 - 1e-2 * decay : 1;
                expected[i] -= 1e-2 * mHat / (Math.sqrt(vHat) + 1e-5);
            }
        }
        for (int i = 0; i < N; i++) {
            assertEquals(expected[i], parameters[i], 1e-4 * Math.abs(expected[i]) + 1e-6);
        }
    }

    /** PyTorch's torch.optim.RAdam, in double: its first steps have no second moment. */
    @ParameterizedTest
    @CsvSource({"0.9,0.999", "0.5,0.9", "0.9,0.5"})
    void shouldStepAsRAdam(double beta1, double beta2) {
        Optimizer radam =
                new Optimizer.RAdam(N, N, new OptimizerConfig.Adam(beta1, beta2, 0), 1e-3, KERNEL, Team.alone());
        float[] parameters = gradient(0);
        double[] m = new double[N];
        double[] v = new double[N];
        double[] expected = new double[N];
        Arrays.setAll(expected, i -> parameters[i]);
        double greatest = 2 / (1 - beta2) - 1;
        for (int step = 1; step <= 60; step++) {
            float[] g = gradient(step);
            radam.step(parameters, g, 1, 1e-2);
            double correction = 1 - Math.pow(beta2, step);
            double length = greatest - 2 * step * Math.pow(beta2, step) / correction;
            for (int i = 0; i < N; i++) {
                m[i] = beta1 * m[i] + (1 - beta1) * g[i];
                v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
                double direction = m[i] / (1 - Math.pow(beta1, step));
                if (length > 5) {
                    double r = Math.sqrt((length - 4) * (length - 2) * greatest)
                            / Math.sqrt((greatest - 4) * (greatest - 2) * length);
                    direction *= r * Math.sqrt(correction) / (Math.sqrt(v[i]) + 1e-3);
                }
                expected[i] -= 1e-2 * direction;
            }
        }
        for (int i = 0; i < N; i++) {
            assertEquals(expected[i], parameters[i], 1e-4 * Math.abs(expected[i]) + 1e-6);
        }
    }

    /** Computes PyTorch's torch.optim.RMSprop, in double. */
    @Test
    void shouldStepAsRmsProp() {
        RmsProp rmsProp = new RmsProp(new float[N], 0.99, 1e-5, KERNEL, Team.alone());
        float[] parameters = new float[N];
        double[] v = new double[N];
        double[] expected = new double[N];
        for (int step = 1; step <= 200; step++) {
            float[] g = gradient(step);
            rmsProp.step(parameters, g, 1, 7e-4);
            for (int i = 0; i < N; i++) {
                v[i] = 0.99 * v[i] + 0.01 * g[i] * g[i];
                expected[i] -= 7e-4 * g[i] / (Math.sqrt(v[i]) + 1e-5);
            }
        }
        for (int i = 0; i < N; i++) {
            assertEquals(expected[i], parameters[i], 1e-4 * Math.abs(expected[i]) + 1e-6);
        }
    }

    /** Whichever takes a step, all go on from there. */
    @Test
    void shouldShareTheMomentsOfRmsProp() {
        OptimizerConfig config = new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 1, false, 1e-5, 0.99, 0);
        Optimizer.Maker maker = Optimizer.sharedRmsProp();
        Optimizer[] sharing = {maker.make(config, N, N, Team.alone()), maker.make(config, N, N, Team.alone())};
        Optimizer one = Optimizer.of(config, N, N, Team.alone());
        float[] shared = new float[N];
        float[] expected = new float[N];
        for (int step = 1; step <= 7; step++) {
            sharing[step % 3 % 2].step(shared, gradient(step), 1, 7e-4);
            one.step(expected, gradient(step), 1, 7e-4);
        }
        assertArrayEquals(expected, shared);
    }

    @Test
    void shouldClipTheNormAndReportItAsItWas() {
        float[] gradient = gradient(1);
        double norm = 0;
        for (float g : gradient) {
            norm += (double) g * g;
        }
        norm = Math.sqrt(norm);
        double measured = Math.sqrt(KERNEL.sumOfSquares(gradient));
        assertEquals(norm, measured, 1e-9);
        assertEquals(0.5, GradientStep.scale(measured, 0.5) * norm, 1e-5);
        assertEquals(1, GradientStep.scale(measured, 0));
        assertEquals(1, GradientStep.scale(0.3, 0.5));
    }

    @ParameterizedTest
    @EnumSource(OptimizerConfig.Kind.class)
    void shouldGiveTheSameBitsWhoeverSharesAStep(OptimizerConfig.Kind kind) {
        int many = 200_001;
        float[] gradient = new float[many];
        for (int i = 0; i < many; i++) {
            gradient[i] = (float) draws.uniform(i) - 0.5f;
        }
        OptimizerConfig config = new OptimizerConfig(kind, 1e-2, false, 1e-5, 0.99, 0.5)
                .withAdam(new OptimizerConfig.Adam(0.9, 0.99, 0.1));
        Optimizer alone = Optimizer.of(config, many, many, Team.alone());
        float[] expected = new float[many];
        float[] shared = new float[many];
        try (Team team = Team.of(3)) {
            Optimizer together = Optimizer.of(config, many, many, team);
            for (int step = 0; step < 40; step++) {
                assertTrue(alone.step(expected, gradient, 0.7f, 1e-2));
                assertTrue(together.step(shared, gradient, 0.7f, 1e-2));
            }
        }
        assertArrayEquals(expected, shared);
    }

    @ParameterizedTest
    @EnumSource(OptimizerConfig.Kind.class)
    void shouldTellWhenAParameterIsNotFiniteAnyMore(OptimizerConfig.Kind kind) {
        int many = 100_003;
        Optimizer optimizer =
                Optimizer.of(new OptimizerConfig(kind, 1e-2, false, 1e-5, 0.99, 0.5), many, many, Team.alone());
        for (int bad : new int[] {0, 40_000, many - 1}) {
            float[] parameters = new float[many];
            parameters[bad] = Float.POSITIVE_INFINITY;
            assertFalse(optimizer.step(parameters, new float[many], 1, 1e-2));
        }
    }
}
