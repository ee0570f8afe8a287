package io.htsrl.learners.optim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiniteCheckTest {
    private static final MlpPolicy POLICY = new MlpPolicy(
            ObservationSpace.floats(3), 2, new MlpConfig(List.of(4, 5), Activation.TANH, false), Heads.ACTOR_CRITIC);

    private final FiniteCheck finite = new FiniteCheck(POLICY);
    private final float[] vector = new float[POLICY.parameterCount()];

    private static int offset(String tensor) {
        return POLICY.layout().tensors().stream()
                .filter(t -> t.name().equals(tensor))
                .findFirst()
                .map(Tensor::offset)
                .orElseThrow();
    }

    @Test
    void shouldNameTheFirstBadElementOfParameters() {
        vector[offset("policy.1.weight") + 7] = Float.NEGATIVE_INFINITY;
        vector[offset("value.head.bias")] = Float.NaN;
        DivergedException diverged = assertThrows(DivergedException.class, () -> finite.checkParameters(vector, 12));
        assertTrue(
                diverged.getMessage()
                        .startsWith("the parameters are not finite any more in update 12, which learns "
                                + "from interval 12: policy.1.weight has -Infinity as element 7 of 20 (first of 2 bad elements in all "
                                + "layers); those before this update are the last good ones; try"),
                diverged.getMessage());
        assertEquals(12, diverged.interval());
    }

    @Test
    void shouldNameTheLayerOfABadGradient() {
        vector[offset("value.0.bias") + 1] = Float.NaN;
        DivergedException diverged =
                assertThrows(DivergedException.class, () -> finite.checkGradient(vector, Double.NaN, 3));
        assertTrue(
                diverged.getMessage()
                        .contains(
                                "norm is NaN in update 3, which learns from interval 3: the gradient of value.0.bias has NaN as "
                                        + "element 1 of 4 (first of 1 bad"),
                diverged.getMessage());
    }

    @Test
    void shouldLetFiniteNumbersPass() {
        finite.checkParameters(vector, 0);
        finite.checkGradient(vector, 1e30, 0);
        assertEquals(2.5, FiniteCheck.check("the loss", 2.5, 0));
    }
}
