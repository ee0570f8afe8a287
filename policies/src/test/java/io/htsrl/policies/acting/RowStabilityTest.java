package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.kernel.VectorKernel;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Invariant 5: a row of any batch has the bits of that row computed alone, by the scalar kernel. */
class RowStabilityTest {
    private static final float UNTOUCHED = 12345.678f;

    private static float[] uniform(int count, RandomStream stream, double scale) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) ((stream.uniform(i) - 0.5) * scale);
        }
        return values;
    }

    private static float[] alone(Policy policy, float[] parameters, float[] observations, int offset) {
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(observations);
        batch.add(offset);
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        float[] outputs = new float[policy.outputWidth()];
        policy.newForward().forward(snapshot, batch, outputs, new int[1]);
        return outputs;
    }

    @Property(tries = 250)
    void shouldGiveEveryRowTheBitsItHasAlone(
            @ForAll @IntRange(min = 1, max = 70) int rows,
            @ForAll @IntRange(min = 1, max = 20) int observationSize,
            @ForAll @IntRange(min = 1, max = 12) int computed,
            @ForAll @IntRange(max = 7) int free,
            @ForAll boolean repeats,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 80) Integer> hidden,
            @ForAll boolean tanh,
            @ForAll boolean shared,
            @ForAll Heads heads,
            @ForAll long seed) {
        MlpConfig config = new MlpConfig(hidden, tanh ? Activation.TANH : Activation.RELU, shared);
        ObservationSpace space = ObservationSpace.floats(observationSize);
        int repeated = repeats ? hidden.get(hidden.size() - 1) : 0;
        FirstHead first = new FirstHead(computed, repeated, free, 0, 1);
        int actions = computed + repeated + free;
        Policy vector = new MlpPolicy(space, 1, first, config, heads, new VectorKernel());
        Policy scalar = new MlpPolicy(space, 1, first, config, heads, new ScalarKernel());
        assertEquals(heads.hasValueHead() ? actions + 1 : actions, vector.outputWidth());
        RandomStream root = RandomStream.root(seed);
        float[] parameters = uniform(vector.parameterCount(), root.spawn("parameters"), 2);
        float[] observations = uniform(400 + observationSize, root.spawn("observations"), 8);
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(observations);
        int[] outputOffsets = new int[rows];
        for (int i = 0; i < rows; i++) {
            batch.add((int) (root.uniform(i) * 400)); // rows may overlap: they are only read
            outputOffsets[i] = (rows - 1 - i) * (actions + 3) + 1;
        }
        float[] outputs = new float[rows * (actions + 3)];
        Arrays.fill(outputs, UNTOUCHED);
        Policy.Snapshot snapshot = vector.newSnapshot();
        snapshot.load(parameters);
        vector.newForward().forward(snapshot, batch, outputs, outputOffsets);
        for (int i = 0; i < rows; i++) {
            assertRow(alone(scalar, parameters, observations, batch.offset(i)), outputs, outputOffsets[i]);
        }
    }

    private static void assertRow(float[] expected, float[] outputs, int offset) {
        assertEquals(UNTOUCHED, outputs[offset - 1], "before the row");
        for (int j = 0; j < expected.length; j++) {
            assertEquals(
                    Float.floatToRawIntBits(expected[j]), Float.floatToRawIntBits(outputs[offset + j]), "output " + j);
        }
        assertEquals(UNTOUCHED, outputs[offset + expected.length], "behind the row");
    }
}
