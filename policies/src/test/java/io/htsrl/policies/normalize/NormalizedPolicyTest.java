package io.htsrl.policies.normalize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A normalised network is the plain one of the same layers over rows that were normalised before. */
public class NormalizedPolicyTest {
    private static final int ACTIONS = 3;
    private static final MlpConfig PLAIN = new MlpConfig(List.of(20, 9), Activation.TANH, false);
    private static final float CLIP = 1.5f;
    private static final MlpConfig NORMALIZED = PLAIN.with(new ObservationNormalization(true, CLIP));

    private static float[] uniform(int count, RandomStream stream, double scale) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) ((stream.uniform(i) - 0.5) * scale);
        }
        return values;
    }

    private static PolicyNetwork network(MlpConfig config, int features, int frames) {
        return Networks.create(config, ObservationSpace.floats(features), frames, ACTIONS, Heads.ACTOR_CRITIC);
    }

    /** Drawn weights, and statistics that do something. */
    private static float[] parameters(PolicyNetwork network, int features, RandomStream stream) {
        float[] parameters = uniform(network.parameterCount(), stream, 2);
        for (int i = parameters.length - features; i < parameters.length; i++) {
            parameters[i] = 0.5f + Math.abs(parameters[i]);
        }
        return parameters;
    }

    /** Rows as the plain network reads them: put together, normalised. */
    private static float[] normalized(float[] frames, int first, int features, int stack, float[] parameters) {
        int mean = parameters.length - 2 * features;
        float[] row = new float[stack * features];
        for (int i = 0; i < row.length; i++) {
            int feature = i % features;
            float value = (frames[first + i] - parameters[mean + feature]) * parameters[mean + features + feature];
            row[i] = value > CLIP ? CLIP : value < -CLIP ? -CLIP : value;
        }
        return row;
    }

    private static float[] row(Policy policy, float[] parameters, float[] row) {
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(row);
        batch.add(0);
        float[] outputs = new float[policy.outputWidth()];
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        policy.newForward().forward(snapshot, batch, outputs, new int[1]);
        return outputs;
    }

    @Property(tries = 150)
    void shouldGiveEveryRowTheBitsOfTheNormalizedRowAlone(
            @ForAll @IntRange(min = 1, max = 70) int rows,
            @ForAll @IntRange(min = 1, max = 12) int features,
            @ForAll @IntRange(min = 1, max = 3) int stack,
            @ForAll long seed) {
        RandomStream root = RandomStream.root(seed);
        PolicyNetwork network = network(NORMALIZED, features, stack);
        Policy plain = new MlpPolicy(ObservationSpace.floats(stack * features), ACTIONS, PLAIN);
        float[] parameters = parameters(network, features, root.spawn("parameters"));
        float[] trained = Arrays.copyOf(parameters, plain.parameterCount());
        float[] frames = uniform((rows + stack) * features, root.spawn("frames"), 8);
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(frames, stack, features);
        int[] offsets = new int[rows];
        for (int i = 0; i < rows; i++) {
            batch.add((i + stack - 1) * features);
            offsets[i] = (rows - 1 - i) * network.outputWidth();
        }
        float[] outputs = new float[rows * network.outputWidth()];
        Policy.Snapshot snapshot = network.newSnapshot();
        snapshot.load(parameters);
        network.newForward().forward(snapshot, batch, outputs, offsets);
        for (int i = 0; i < rows; i++) {
            float[] expected = row(plain, trained, normalized(frames, i * features, features, stack, parameters));
            assertArrayEquals(
                    expected, Arrays.copyOfRange(outputs, offsets[i], offsets[i] + expected.length), 0, "row " + i);
        }
    }

    /** A subclass has another one. */
    protected Backend backend() {
        return Backend.JVM;
    }

    @Example
    void shouldDifferentiateAsThePlainNetworkAndLeaveTheStatisticsAlone() {
        int rows = 37;
        int features = 5;
        int stack = 2;
        RandomStream root = RandomStream.root(7);
        PolicyNetwork network = network(NORMALIZED, features, stack);
        PolicyNetwork plain = new MlpPolicy(ObservationSpace.floats(stack * features), ACTIONS, PLAIN);
        float[] parameters = parameters(network, features, root.spawn("parameters"));
        float[] frames = uniform((rows + 1) * features, root.spawn("frames"), 8);
        float[] weights = uniform(rows * network.outputWidth(), root.spawn("weights"), 2);
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(frames, stack, features);
        float[] ready = new float[rows * stack * features];
        ObservationBatch readyBatch = new ObservationBatch(rows);
        readyBatch.over(ready);
        for (int i = 0; i < rows; i++) {
            batch.add((i + 1) * features);
            float[] row = normalized(frames, i * features, features, stack, parameters);
            System.arraycopy(row, 0, ready, i * row.length, row.length);
            readyBatch.add(i * row.length);
        }
        float[] outputs = new float[rows * network.outputWidth()];
        float[] expectedOutputs = outputs.clone();
        float[] gradient = uniform(parameters.length, root, 1);
        float[] expected = new float[plain.parameterCount()];
        try (GradientNetwork one = network.newGradientNetwork(backend(), rows, Team.alone());
                GradientNetwork other = plain.newGradientNetwork(backend(), rows, Team.alone())) {
            one.loadParameters(parameters);
            one.forward(batch, outputs);
            one.backward(weights, gradient);
            other.loadParameters(Arrays.copyOf(parameters, plain.parameterCount()));
            other.forward(readyBatch, expectedOutputs);
            other.backward(weights, expected);
        }
        assertArrayEquals(expectedOutputs, outputs, 0);
        assertArrayEquals(expected, Arrays.copyOf(gradient, expected.length), 0);
        assertArrayEquals(
                new float[2 * features],
                Arrays.copyOfRange(gradient, expected.length, gradient.length),
                0,
                "and 0 there");
    }

    @Example
    void shouldBeginWithStatisticsThatChangeNothing() {
        PolicyNetwork network = network(NORMALIZED, 4, 1);
        PolicyNetwork plain = network(PLAIN, 4, 1);
        float[] parameters = new float[network.parameterCount()];
        Arrays.fill(parameters, Float.NaN);
        network.initialise(parameters, RandomStream.root(3));
        float[] expected = new float[plain.parameterCount()];
        plain.initialise(expected, RandomStream.root(3));

        assertArrayEquals(expected, Arrays.copyOf(parameters, expected.length), 0);
        float[] row = {0.25f, -1, 1.5f, -0.125f};
        assertArrayEquals(row(plain, expected, row), row(network, parameters, row), 0);
    }

    @Example
    void shouldNameTheStatisticsBehindAllOtherTensors() {
        PolicyNetwork network = network(NORMALIZED, 4, 3);
        List<Tensor> tensors = network.tensors();
        int trained = network(PLAIN, 4, 3).parameterCount();

        assertEquals(
                List.of(
                        new Tensor("normalize.mean", trained, List.of(4)),
                        new Tensor("normalize.scale", trained + 4, List.of(4))),
                tensors.subList(tensors.size() - 2, tensors.size()));
        assertEquals(network.parameterCount(), tensors.get(tensors.size() - 1).end());
        assertEquals(
                NORMALIZED
                        .size(ObservationSpace.floats(4), 3, FirstHead.of(ACTIONS), Heads.ACTOR_CRITIC)
                        .parameters(),
                network.parameterCount());
        assertEquals(new Normalization(trained, 4), Normalization.of(tensors).orElseThrow());
        assertTrue(Normalization.of(network(PLAIN, 4, 3).tensors()).isEmpty());
    }

    /** A row of one feature: the statistics are the last two parameters. */
    private static float seen(float observation, float mean, float scale) {
        float[] to = new float[1];
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(new float[] {observation});
        batch.add(0);
        new Normalization(0, 1).apply(new float[] {mean, scale}, 10, batch, 0, to, 0);
        return to[0];
    }

    @Example
    void shouldClipWhatIsFarOffAndHandOnNaN() {
        assertEquals(-0.5f, seen(1, 2, 0.5f));
        assertEquals(10, seen(1e30f, 0, 1));
        assertEquals(-10, seen(-3e38f, 3e38f, 1e-38f), "though the difference is infinite");
        assertEquals(0, seen(7, 7, 1e4f), "a feature that never varies");
        assertEquals(10, seen(7.01f, 7, 1e4f), "until it does");
        assertTrue(Float.isNaN(seen(Float.NaN, 0, 1)));
        PolicyNetwork network = network(NORMALIZED, 2, 1);
        float[] parameters = parameters(network, 2, RandomStream.root(1));
        assertTrue(Float.isNaN(row(network, parameters, new float[] {Float.NaN, 1})[0]));
    }

    @Example
    void shouldPassTheSelfCheckWithStatisticsThatDoSomething() {
        ObservationSpace frame = ObservationSpace.floats(4);
        PolicyNetwork network = network(NORMALIZED, 4, 2);
        float[] parameters = parameters(network, 4, RandomStream.root(5));
        SelfCheck check = new SelfCheck(frame, 2, 16, parameters, RandomStream.root(2));

        assertTrue(check.acting(network).holds());
        for (CheckRow row : check.learning(network, rows -> network.newGradientNetwork(rows))) {
            assertTrue(row.holds(), () -> row.question() + ": " + row.finding());
        }
        float[] other = parameters.clone();
        other[other.length - 1] *= 2;
        CheckRow wrong = check.learning(network, rows -> new WithOther(network.newGradientNetwork(rows), other))
                .get(2);
        assertNotEquals(0, wrong.different(), "a learner with other statistics than the actors'");
    }

    /** Looks at observations through other statistics. */
    private record WithOther(GradientNetwork network, float[] other) implements GradientNetwork {
        @Override
        public int parameterCount() {
            return network.parameterCount();
        }

        @Override
        public int outputWidth() {
            return network.outputWidth();
        }

        @Override
        public int maxRows() {
            return network.maxRows();
        }

        @Override
        public void loadParameters(float[] parameters) {
            float[] spoilt = parameters.clone();
            spoilt[spoilt.length - 1] = other[other.length - 1];
            network.loadParameters(spoilt);
        }

        @Override
        public void forward(ObservationBatch batch, float[] outputs) {
            network.forward(batch, outputs);
        }

        @Override
        public void backward(float[] outputGradient, float[] parameterGradient) {
            network.backward(outputGradient, parameterGradient);
        }

        @Override
        public void close() {
            network.close();
        }
    }

    private static List<Violations.Violation> refusals(MlpConfig config, ObservationSpace frame) {
        Violations violations = new Violations();
        config.check(violations);
        config.check(frame, 1, violations);
        return violations.list();
    }

    @Example
    void shouldRefuseFramesOfBytesInOneMessage() {
        assertEquals(List.of(), refusals(NORMALIZED, ObservationSpace.floats(4)));
        assertEquals(List.of(), refusals(PLAIN, ObservationSpace.bytes(84, 84)));
        List<Violations.Violation> refused = refusals(NORMALIZED, ObservationSpace.bytes(84, 84));
        assertEquals(1, refused.size());
        assertEquals("--norm-obs", refused.get(0).setting());
        assertTrue(refused.get(0).rule().startsWith("must be off for frames of bytes (uint8[84, 84])"));
        assertEquals(
                "--clip-obs",
                refusals(PLAIN.with(new ObservationNormalization(true, 0)), ObservationSpace.floats(4))
                        .get(0)
                        .setting());
    }

    @Example
    void shouldRefuseVectorsAndSnapshotsOfAnotherNetwork() {
        PolicyNetwork network = network(NORMALIZED, 2, 1);
        PolicyNetwork plain = network(PLAIN, 2, 1);
        float[] trained = new float[plain.parameterCount()];

        assertThrows(IllegalArgumentException.class, () -> network.newSnapshot().load(trained));
        assertThrows(
                IllegalArgumentException.class,
                () -> network.newGradientNetwork(1).loadParameters(trained));
        assertThrows(
                IllegalArgumentException.class,
                () -> network.newForward()
                        .forward(plain.newSnapshot(), new ObservationBatch(1), new float[4], new int[1]));
    }
}
