package io.htsrl.policies.agents;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Rows;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Each row has the outputs of the plain network with its policy's parameters, and only these get a gradient from it.
 */
class SeparatePoliciesTest {
    private static final List<String> NAMES = List.of("red", "green", "blue");
    private static final int FEATURES = 3;
    private static final int ROW = FEATURES + 1;
    private static final ObservationSpace PLAIN = ObservationSpace.floats(FEATURES);

    private static PolicyNetwork network(ObservationSpace frame, int stack) {
        MlpConfig config = new MlpConfig(List.of(7), Activation.TANH, true);
        return Networks.create(config, frame, stack, 2, Heads.ACTOR_CRITIC);
    }

    /** Frames that end with a drawn policy. */
    private static float[] frames(int count, int policies, RandomStream draws) {
        float[] frames = new float[count * ROW];
        for (int i = 0; i < frames.length; i++) {
            double drawn = draws.uniform(i);
            frames[i] = (float) (i % ROW == FEATURES ? Math.floor(policies * drawn) : drawn - 0.5);
        }
        return frames;
    }

    private static ObservationBatch batch(float[] frames, int stack, int... rows) {
        ObservationBatch batch = new ObservationBatch(rows.length);
        batch.over(frames, stack, ROW);
        for (int row : rows) {
            batch.add((row + stack - 1) * ROW);
        }
        return batch;
    }

    private static float[] outputs(PolicyNetwork network, float[] parameters, ObservationBatch batch) {
        Policy.Snapshot snapshot = network.newSnapshot();
        snapshot.load(parameters);
        float[] outputs = new float[batch.rows() * network.outputWidth()];
        int[] offsets = IntStream.range(0, batch.rows())
                .map(row -> row * network.outputWidth())
                .toArray();
        network.newForward().forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    @Property(tries = 40)
    void shouldComputeEachRowAndGradientWithThePolicyOfItsAgent(
            @ForAll @IntRange(min = 1, max = 150) int rows,
            @ForAll @IntRange(min = 1, max = 3) int stack,
            @ForAll @IntRange(min = 1, max = 3) int used,
            @ForAll long seed) {
        RandomStream root = RandomStream.root(seed);
        ObservationSpace frame = PLAIN.withPolicies(NAMES);
        PolicyNetwork separate = network(frame, stack);
        PolicyNetwork plain = network(PLAIN, stack);
        assertEquals(3 * plain.parameterCount(), separate.parameterCount());
        float[] parameters = new float[separate.parameterCount()];
        separate.initialise(parameters, root);
        float[] frames = frames(rows + stack - 1, used, root);
        int width = plain.outputWidth();
        float[] weights = new float[rows * width];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) root.spawn("weights").uniform(i) - 0.5f;
        }
        float[] expected = new float[rows * width];
        float[] gradient = new float[parameters.length];
        float[] derivatives = new float[rows * width];
        for (int policy = 0; policy < NAMES.size(); policy++) {
            int index = policy;
            int[] own = IntStream.range(0, rows)
                    .filter(row -> frames[(row + stack - 1) * ROW + FEATURES] == index)
                    .toArray();
            if (own.length == 0) {
                continue;
            }
            float[] part = SeparatePolicies.parameters(parameters, separate.tensors(), NAMES.get(policy));
            float[] values = outputs(plain, part, batch(frames, stack, own));
            float[] weighted = new float[own.length * width];
            for (int i = 0; i < own.length; i++) {
                System.arraycopy(values, i * width, expected, own[i] * width, width);
                System.arraycopy(weights, own[i] * width, weighted, i * width, width);
            }
            try (GradientNetwork learner = plain.newGradientNetwork(own.length)) {
                learner.loadParameters(part);
                learner.forward(batch(frames, stack, own), values);
                float[] partGradient = new float[part.length];
                learner.backward(weighted, partGradient);
                System.arraycopy(partGradient, 0, gradient, policy * part.length, part.length);
                learner.jacobianProduct(part, values);
                for (int i = 0; i < own.length; i++) {
                    System.arraycopy(values, i * width, derivatives, own[i] * width, width);
                }
            }
        }
        int[] all = IntStream.range(0, rows).toArray();
        assertArrayEquals(expected, outputs(separate, parameters, batch(frames, stack, all)));
        try (GradientNetwork learner = separate.newGradientNetwork(rows)) {
            float[] values = new float[rows * width];
            float[] computed = new float[parameters.length];
            learner.loadParameters(parameters);
            learner.forward(batch(frames, stack, all), values);
            learner.backward(weights, computed);
            assertArrayEquals(expected, values, 1e-5f);
            assertArrayEquals(gradient, computed);
            double[] ofLayers = Rows.gradient(learner);
            for (int i = 0; i < computed.length; i++) {
                assertEquals(computed[i], ofLayers[i], 1e-5);
            }
            learner.jacobianProduct(parameters, values);
            assertArrayEquals(derivatives, values);
        }
    }

    /** Three spaces of observations and two choices, in rows of the widest. */
    private static final List<Agents.Spaces> UNLIKE = List.of(
            new Agents.Spaces(ObservationSpace.floats(2), new ActionSpace.Discrete(3)),
            new Agents.Spaces(PLAIN, new ActionSpace.MultiDiscrete(new int[] {2, 3})),
            new Agents.Spaces(ObservationSpace.floats(1), new ActionSpace.MultiDiscrete(new int[] {3, 2})));

    /** Column of each output of a policy in the wide row {@code [3 of a choice | 3 of a choice | value]}. */
    private static final int[][] COLUMNS = {{0, 1, 2, 6}, {0, 1, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 6}};

    private static final int[] OUTPUTS = {3, 5, 5};

    @Property(tries = 40)
    void shouldGiveEachPolicyItsPartOfRowsWhereSpacesDiffer(
            @ForAll @IntRange(min = 1, max = 80) int rows,
            @ForAll @IntRange(min = 1, max = 2) int stack,
            @ForAll long seed) {
        RandomStream root = RandomStream.root(seed);
        MlpConfig config = new MlpConfig(List.of(5), Activation.TANH, true);
        ObservationSpace frame = PLAIN.withPolicies(NAMES, UNLIKE);
        PolicyNetwork separate = Networks.create(config, frame, stack, 6, Heads.ACTOR_CRITIC);
        float[] parameters = new float[separate.parameterCount()];
        separate.initialise(parameters, root);
        float[] frames = frames(rows + stack - 1, 3, root);
        int width = separate.outputWidth();
        assertEquals(7, width);
        int[] all = IntStream.range(0, rows).toArray();
        float[] outputs = outputs(separate, parameters, batch(frames, stack, all));
        float[] learnt = new float[outputs.length];
        float[] gradient = new float[parameters.length];
        float[] ones = new float[outputs.length];
        Arrays.fill(ones, 1);
        try (GradientNetwork learner = separate.newGradientNetwork(rows)) {
            learner.loadParameters(parameters);
            learner.forward(batch(frames, stack, all), learnt);
            learner.backward(ones, gradient);
            learner.jacobianProduct(parameters, ones);
        }
        assertArrayEquals(outputs, learnt, 1e-5f);
        for (int policy = 0; policy < 3; policy++) {
            ObservationSpace own = UNLIKE.get(policy).observations();
            PolicyNetwork plain = Networks.create(config, own, stack, OUTPUTS[policy], Heads.ACTOR_CRITIC);
            float[] part = SeparatePolicies.parameters(parameters, separate.tensors(), NAMES.get(policy));
            float[] sum = new float[part.length];
            for (int row = 0; row < rows; row++) {
                if (frames[(row + stack - 1) * ROW + FEATURES] != policy) {
                    continue;
                }
                float[] expected = new float[width];
                Arrays.fill(expected, 0, 6, OutputRow.FORBIDDEN);
                expected[3] = policy == 0 ? 0 : expected[3]; // the second choice, which it has not
                float[] values = outputs(plain, part, batch(frames, stack, row));
                for (int i = 0; i < values.length; i++) {
                    expected[COLUMNS[policy][i]] = values[i];
                }
                assertArrayEquals(expected, Arrays.copyOfRange(outputs, row * width, (row + 1) * width));
                for (int column = 0; column < width; column++) {
                    boolean has = Arrays.binarySearch(COLUMNS[policy], column) >= 0;
                    assertTrue(has || ones[row * width + column] == 0, "an output it has not never changes");
                }
                addGradient(plain, part, batch(frames, stack, row), sum);
            }
            float[] computed = SeparatePolicies.parameters(gradient, separate.tensors(), NAMES.get(policy));
            assertArrayEquals(sum, computed, 1e-3f);
        }
    }

    private static void addGradient(PolicyNetwork plain, float[] parameters, ObservationBatch row, float[] sum) {
        try (GradientNetwork learner = plain.newGradientNetwork(1)) {
            float[] gradient = new float[parameters.length];
            float[] ones = new float[plain.outputWidth()];
            Arrays.fill(ones, 1);
            learner.loadParameters(parameters);
            learner.forward(row, new float[ones.length]);
            learner.backward(ones, gradient);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += gradient[i];
            }
        }
    }

    /** The rows are more than a network that is not chained keeps gradients of. */
    @Example
    void shouldShowTheRowsOfConvolutionsToo() {
        int rows = 40;
        ObservationSpace frame = ObservationSpace.floats(4, 3, 2).withPolicies(NAMES);
        PolicyNetwork separate =
                Networks.create(new ConvConfig(ConvConfig.Kind.MINATAR, 5), frame, 1, 2, Heads.ACTOR_CRITIC);
        float[] parameters = new float[separate.parameterCount()];
        separate.initialise(parameters, RandomStream.root(1));
        float[] frames = new float[rows * frame.size()];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = i % frame.size() == frame.size() - 1
                    ? i % 3
                    : (float) RandomStream.root(2).uniform(i);
        }
        try (GradientNetwork learner = separate.newGradientNetwork(rows)) {
            float[] gradient = new float[parameters.length];
            float[] ones = new float[rows * learner.outputWidth()];
            Arrays.fill(ones, 1);
            learner.loadParameters(parameters);
            learner.forward(Rows.of(frames, rows), new float[ones.length]);
            learner.backward(ones, gradient);
            double[] ofLayers = Rows.gradient(learner);
            for (int i = 0; i < gradient.length; i++) {
                assertEquals(gradient[i], ofLayers[i], 1e-4);
            }
        }
    }

    @Example
    void shouldDrawOtherParametersForEachPolicyAndNameTheirTensors() {
        PolicyNetwork separate = network(PLAIN.withPolicies(NAMES), 1);
        List<String> names = separate.tensors().stream().map(Tensor::name).toList();
        List<Tensor> each = network(PLAIN, 1).tensors();
        assertEquals("red." + each.get(0).name(), names.get(0));
        assertEquals(3 * each.size(), names.size());
        assertEquals(names.size(), names.stream().distinct().count());
        float[] parameters = new float[separate.parameterCount()];
        separate.initialise(parameters, RandomStream.root(1));
        int size = parameters.length / 3;
        assertEquals(
                3,
                IntStream.range(0, 3)
                        .mapToObj(policy -> parameters[policy * size])
                        .distinct()
                        .count());
    }

    @Example
    void shouldRefuseARowOfNoPolicy() {
        PolicyNetwork separate = network(PLAIN.withPolicies(NAMES), 1);
        float[] parameters = new float[separate.parameterCount()];
        ObservationBatch batch = batch(new float[] {0, 0, 0, 3}, 1, 0);
        assertThrows(IndexOutOfBoundsException.class, () -> outputs(separate, parameters, batch));
    }
}
