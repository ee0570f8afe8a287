package io.htsrl.policies.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.Activation;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests slopes far from zero, which checks of gradients by small steps do not reach. */
class ActivationStepTest {
    @ParameterizedTest
    @EnumSource(Activation.class)
    void shouldHaveTheSlopeOfItsAsymptoteFarFromZero(Activation activation) {
        float[] sums = {20, 50, 500, 5_000, -20, -50, -500, -5_000};
        Matrix input = Matrix.activations(1, sums.length);
        Matrix output = Matrix.activations(1, sums.length);
        System.arraycopy(sums, 0, input.values(), input.at(0), sums.length);
        Arrays.fill(output.gradients(), 1);
        ActivationStep step = new ActivationStep(Kernels.best(), activation, input, output);

        step.forward(null, 0, 1);
        step.backward(null, 0, 1);

        for (int i = 0; i < sums.length; i++) {
            double expected = sums[i] > 0 && activation != Activation.TANH ? 1 : 0;
            assertEquals(expected, input.gradients()[input.at(0) + i], 1e-5, activation + " at " + sums[i]);
        }
    }
}
