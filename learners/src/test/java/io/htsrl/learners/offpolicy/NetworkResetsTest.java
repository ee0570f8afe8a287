package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkResetsTest {
    private static final RandomStream STREAM = RandomStream.root(3);
    private static final NetworkConfig DENSE =
            new MlpConfig(List.of(4), Activation.TANH, true).with(new ObservationNormalization(true, 10));

    private static PolicyNetwork dense() {
        return Networks.create(DENSE, ObservationSpace.floats(3), 1, 2, Heads.Q);
    }

    private static float[] reset(PolicyNetwork policy, long updates) {
        float[] parameters = new float[policy.parameterCount()];
        Arrays.fill(parameters, 7);
        new NetworkResets(policy, STREAM, 10).apply(parameters, updates);
        return parameters;
    }

    @Test
    void shouldComeAfterEveryIntervalButNotBeforeTheFirstUpdate() {
        NetworkResets resets = new NetworkResets(dense(), STREAM, 10);

        assertFalse(resets.due(0));
        assertFalse(resets.due(9));
        assertTrue(resets.due(10));
        assertFalse(resets.due(11));
        assertTrue(resets.due(20));
        assertFalse(new NetworkResets(dense(), STREAM, 0).due(10));
    }

    @Test
    void shouldDrawByTheNumberOfTheReset() {
        PolicyNetwork policy = dense();
        float[] drawn = new float[policy.parameterCount()];
        policy.initialise(drawn, STREAM.spawn(2));

        float[] second = reset(policy, 20);

        int trained = policy.parameterCount() - 6;
        assertArrayEquals(Arrays.copyOf(drawn, trained), Arrays.copyOf(second, trained));
        assertFalse(Arrays.equals(second, reset(policy, 10)));
    }

    @Test
    void shouldKeepTheStatisticsOfObservations() {
        PolicyNetwork policy = dense();

        float[] parameters = reset(policy, 10);

        for (int i = 0; i < parameters.length; i++) {
            assertEquals(i >= parameters.length - 6, parameters[i] == 7, "parameter " + i);
        }
    }

    @Test
    void shouldKeepConvolutions() {
        PolicyNetwork policy = Networks.create(
                new ConvConfig(ConvConfig.Kind.NATURE, 8), ObservationSpace.bytes(84, 84), 1, 2, Heads.Q);

        float[] parameters = reset(policy, 10);

        for (Tensor tensor : policy.tensors()) {
            assertEquals(tensor.name().contains("conv"), parameters[tensor.offset()] == 7, tensor.name());
            assertEquals(tensor.name().contains("conv"), parameters[tensor.end() - 1] == 7, tensor.name());
        }
    }
}
