package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Allocation;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NaiveMlp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MlpPolicyTest {
    private static final MlpConfig SEPARATE = new MlpConfig(List.of(64, 64), Activation.TANH, false);

    private static float[] parameters(Policy policy, long seed) {
        float[] parameters = new float[policy.parameterCount()];
        RandomStream stream = RandomStream.root(seed);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (stream.uniform(i) - 0.5);
        }
        return parameters;
    }

    private static float[] outputs(Policy policy, float[] parameters, ObservationBatch batch) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        float[] outputs = new float[batch.rows() * policy.outputWidth()];
        int[] offsets = new int[batch.rows()];
        for (int i = 0; i < batch.rows(); i++) {
            offsets[i] = i * policy.outputWidth();
        }
        policy.newForward().forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    private static ObservationBatch batch(float[] observations, int size) {
        ObservationBatch batch = new ObservationBatch(observations.length / size);
        batch.over(observations);
        for (int i = 0; i < observations.length / size; i++) {
            batch.add(i * size);
        }
        return batch;
    }

    @ParameterizedTest
    @CsvSource({
        "TANH,false,ACTOR_CRITIC",
        "TANH,true,ACTOR_CRITIC",
        "RELU,false,ACTOR_CRITIC",
        "RELU,true,ACTOR_CRITIC",
        "RELU,false,Q",
        "TANH,true,Q",
        "RELU,false,DUELING",
        "TANH,true,DUELING"
    })
    void shouldAgreeWithANaiveForwardInDouble(Activation activation, boolean shared, Heads heads) {
        MlpConfig config = new MlpConfig(List.of(20, 33), activation, shared);
        MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(5), 3, config, heads);
        float[] parameters = parameters(policy, 1);
        float[] observations = {0.1f, -0.7f, 1.5f, 0, -0.2f, 3, 2, 1, -1, -2};
        double[][] expected = new NaiveMlp(policy.layout()).forward(parameters, observations, 2);
        float[] actual = outputs(policy, parameters, batch(observations, 5));
        for (int row = 0; row < 2; row++) {
            assertEquals(policy.outputWidth(), expected[row].length);
            for (int j = 0; j < expected[row].length; j++) {
                // some 60 float operations of magnitudes up to about 5
                assertEquals(expected[row][j], actual[row * expected[row].length + j], 1e-5);
            }
        }
    }

    @Test
    void shouldReadBytesAsUnsignedFractions() {
        byte[] frames = new byte[600];
        float[] fractions = new float[600];
        for (int i = 0; i < 600; i++) {
            frames[i] = (byte) (i * 7);
            fractions[i] = ((i * 7) & 0xff) / 255f;
        }
        MlpPolicy ofBytes = new MlpPolicy(ObservationSpace.bytes(2, 6), 4, SEPARATE);
        MlpPolicy ofFloats = new MlpPolicy(ObservationSpace.floats(12), 4, SEPARATE);
        ObservationBatch batch = new ObservationBatch(50);
        batch.over(frames, 1, 0);
        for (int i = 0; i < 50; i++) {
            batch.add(i * 12);
        }
        float[] parameters = parameters(ofFloats, 2);
        assertArrayEquals(outputs(ofFloats, parameters, batch(fractions, 12)), outputs(ofBytes, parameters, batch));
    }

    @Test
    void shouldConfineANaNObservationToItsRow() {
        MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(4), 2, SEPARATE);
        float[] observations = new float[7 * 4];
        observations[3 * 4 + 1] = Float.NaN;
        float[] outputs = outputs(policy, parameters(policy, 3), batch(observations, 4));
        for (int i = 0; i < outputs.length; i++) {
            assertEquals(i / 3 == 3, Float.isNaN(outputs[i]), "output " + i);
        }
    }

    @ParameterizedTest
    @CsvSource({"TANH,policy.0", "RELU,policy.0", "TANH,policy.1", "RELU,policy.head"})
    void shouldPassNaNParametersOnToTheOutputsThatDependOnThem(Activation activation, String layer) {
        MlpPolicy policy =
                new MlpPolicy(ObservationSpace.floats(4), 1, new MlpConfig(List.of(64, 64), activation, false));
        float[] parameters = parameters(policy, 3);
        DenseLayer broken = policy.layout().layers().stream()
                .filter(l -> l.name().equals(layer))
                .findFirst()
                .orElseThrow();
        parameters[broken.biasOffset()] = Float.NaN;
        float[] outputs = outputs(policy, parameters, batch(new float[5 * 4], 4));
        for (int row = 0; row < 5; row++) {
            assertEquals(Float.floatToRawIntBits(Float.NaN), Float.floatToRawIntBits(outputs[2 * row]), "the one NaN");
            assertFalse(Float.isNaN(outputs[2 * row + 1]), "the value has its own torso");
        }
    }

    @Test
    void shouldUseTheParametersLoadedLast() {
        MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(4), 2, SEPARATE);
        ObservationBatch batch = batch(new float[] {1, 2, 3, 4}, 4);
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters(policy, 1));
        snapshot.load(parameters(policy, 2));
        float[] outputs = new float[3];
        policy.newForward().forward(snapshot, batch, outputs, new int[1]);
        assertArrayEquals(outputs(policy, parameters(policy, 2), batch), outputs);
    }

    @Test
    void shouldKeepItsOwnCopyOfTheParameters() {
        MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(4), 2, SEPARATE);
        ObservationBatch batch = batch(new float[] {1, 2, 3, 4}, 4);
        float[] parameters = parameters(policy, 1);
        float[] expected = outputs(policy, parameters, batch);
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        Arrays.fill(parameters, 0);
        float[] outputs = new float[3];
        policy.newForward().forward(snapshot, batch, outputs, new int[1]);
        assertArrayEquals(expected, outputs);
    }

    @Test
    void shouldRefuseWhatBelongsToAnotherPolicy() {
        MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(4), 2, SEPARATE);
        MlpPolicy other = new MlpPolicy(ObservationSpace.floats(4), 2, SEPARATE);
        ObservationBatch batch = batch(new float[4], 4);
        assertThrows(
                IllegalArgumentException.class,
                () -> policy.newForward().forward(other.newSnapshot(), batch, new float[3], new int[1]));
        assertThrows(
                IllegalArgumentException.class,
                () -> policy.newSnapshot().load(new float[policy.parameterCount() - 1]));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingInTheSteadyState(Heads heads) {
        MlpPolicy policy =
                new MlpPolicy(ObservationSpace.floats(4), 1, FirstHead.of(2), SEPARATE, heads, new ScalarKernel());
        float[] parameters = parameters(policy, 1);
        Policy.Snapshot snapshot = policy.newSnapshot();
        Policy.Forward forward = policy.newForward();
        ObservationBatch batch = batch(new float[37 * 4], 4);
        float[] outputs = new float[37 * policy.outputWidth()];
        int[] offsets = new int[37];
        Allocation.assertNone(200, () -> {
            snapshot.load(parameters);
            forward.forward(snapshot, batch, outputs, offsets);
        });
    }
}
