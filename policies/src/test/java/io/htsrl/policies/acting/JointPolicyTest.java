package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Rows;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointPolicyTest {
    private static final MlpConfig CONFIG = new MlpConfig(List.of(8, 6), Activation.RELU, true);
    private static final int ROWS = 5;

    private final MlpPolicy actor = new MlpPolicy(ObservationSpace.floats(3), 2, CONFIG, Heads.ACTOR);
    private final CriticsLayout critics = new CriticsLayout(new MlpLayout(4, 1, CONFIG, Heads.Q), 3, 1, 2);

    private JointPolicy joint(boolean uniform) {
        return new JointPolicy(actor, critics, List.of(new JointPolicy.Scalar("log_alpha", -0.5)), uniform);
    }

    private static float[] initial(Policy policy, int seed) {
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(seed));
        return parameters;
    }

    private static float[] act(Policy policy, float[] parameters) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        ObservationBatch batch = Rows.of(ConvBatches.uniform(3 * ROWS, "observations", 1), ROWS);
        float[] outputs = new float[2 * ROWS];
        policy.newForward().forward(snapshot, batch, outputs, new int[] {0, 2, 4, 6, 8});
        return outputs;
    }

    @Test
    void shouldActAsTheActorAlone() {
        JointPolicy joint = joint(false);
        float[] parameters = initial(joint, 1);
        float[] expected = act(actor, Arrays.copyOf(parameters, actor.parameterCount()));
        assertArrayEquals(expected, act(joint, parameters));
        Arrays.fill(parameters, joint.criticsOffset(), parameters.length, 9);
        assertArrayEquals(expected, act(joint, parameters));
        parameters[0] += 1;
        assertFalse(Arrays.equals(expected, act(joint, parameters)));
    }

    @Test
    void shouldNameEveryParameterOnce() {
        JointPolicy joint = joint(false);
        List<Tensor> tensors = joint.tensors();
        int end = 0;
        for (Tensor tensor : tensors) {
            assertEquals(end, tensor.offset(), tensor.name());
            end = tensor.end();
        }
        assertEquals(joint.parameterCount(), end);
        assertEquals(
                List.of("actor.0.weight", "actor.0.bias", "actor.1.weight", "actor.1.bias", "actor.head.weight"),
                tensors.stream().limit(5).map(Tensor::name).toList());
        assertEquals("critic1.0.weight", tensors.get(6).name());
        assertEquals("critic2.head.bias", tensors.get(17).name());
        assertEquals("log_alpha", tensors.get(18).name());
        assertEquals(joint.othersOffset(), tensors.get(18).offset());
    }

    @Test
    void shouldDrawEveryNetworkItsOwnFirstParameters() {
        for (boolean uniform : new boolean[] {true, false}) {
            JointPolicy joint = joint(uniform);
            float[] parameters = initial(joint, 1);
            assertArrayEquals(parameters, initial(joint, 1));
            assertFalse(Arrays.equals(parameters, initial(joint, 2)));
            int size = critics.critic().parameterCount();
            int first = joint.criticsOffset();
            assertFalse(Arrays.equals(parameters, first, first + size, parameters, first + size, first + 2 * size));
            assertEquals(-0.5f, parameters[parameters.length - 1]);
        }
    }

    @Test
    void shouldDrawUniformParametersWithinTheRootOfTheInputs() {
        JointPolicy joint = joint(true);
        float[] parameters = initial(joint, 1);
        double greatest = 0;
        for (Tensor tensor : joint.tensors().subList(0, 18)) {
            int inputs = tensor.shape().size() > 1 ? tensor.shape().get(0) : 0;
            for (int i = tensor.offset(); i < tensor.end() && inputs > 0; i++) {
                double share = Math.abs(parameters[i]) * Math.sqrt(inputs);
                assertTrue(share <= 1, tensor.name());
                greatest = Math.max(greatest, share);
            }
        }
        assertTrue(greatest > 0.9, "greatest share of the bound: " + greatest);
    }

    @Test
    void shouldRefuseParametersOfAnotherLength() {
        Policy.Snapshot snapshot = joint(false).newSnapshot();
        assertThrows(IllegalArgumentException.class, () -> snapshot.load(new float[actor.parameterCount()]));
    }
}
