package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.layers.ManyLayers;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Allocation;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests all but the right gradients: only parameters and rows decide bits. */
class KernelNetworkTest {
    private static final int MAX_ROWS = 37;

    /** A network of some kind. */
    record Case(NetworkConfig config, ObservationSpace frame, int frames, FirstHead first, Heads heads) {
        PolicyNetwork policy() {
            return Networks.create(config, frame, frames, first, heads);
        }

        GradientNetwork learner(int maxRows, Team team, DenseKernel kernel) {
            NetworkLayout layout = policy().layout();
            if (layout instanceof LayeredLayout) { // it has one kernel
                return policy().newGradientNetwork(Backend.JVM, maxRows, team);
            }
            return layout instanceof MlpLayout mlp
                    ? new KernelMlp(mlp, maxRows, team, kernel)
                    : new KernelConv((ConvLayout) layout, maxRows, team, kernel);
        }

        GradientNetwork learner() {
            return learner(MAX_ROWS, Team.alone(), Kernels.best());
        }

        float[] parameters(int seed) {
            PolicyNetwork policy = policy();
            float[] parameters = new float[policy.parameterCount()];
            policy.initialise(parameters, RandomStream.root(seed));
            float[] noise = ConvBatches.uniform(parameters.length, "noise", 0.05);
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] += noise[i];
            }
            return parameters;
        }

        ObservationBatch batch(int rows) {
            ObservationBatch batch = new ObservationBatch(rows);
            float[] values = ConvBatches.uniform(rows * frames * frame.size(), "observations", 1);
            batch.over(values, frames, frame.size());
            for (int row = 0; row < rows; row++) {
                batch.add((row * frames + frames - 1) * frame.size());
            }
            return batch;
        }
    }

    /** Those whose minibatches can be divided by rows. */
    static Stream<Case> chained() {
        ObservationSpace small = ObservationSpace.floats(5);
        return Stream.of(
                mlp(Activation.TANH, false, small, 1, FirstHead.of(2), Heads.ACTOR_CRITIC, 64, 64),
                mlp(Activation.TANH, false, small, 1, new FirstHead(17, 17, 0), Heads.ACTOR_CRITIC, 64, 64),
                mlp(Activation.RELU, true, small, 2, FirstHead.of(18), Heads.ACTOR_CRITIC, 7),
                mlp(Activation.RELU, true, small, 2, new FirstHead(3, 3, 0), Heads.ACTOR_CRITIC, 70),
                mlp(Activation.RELU, true, ObservationSpace.floats(17), 1, FirstHead.of(3), Heads.DUELING, 33, 100, 20),
                mlp(Activation.TANH, true, small, 1, FirstHead.of(2), Heads.Q, 16, 16),
                conv(ConvConfig.Kind.NATURE, 36, 44, 4, Heads.ACTOR_CRITIC),
                conv(ConvConfig.Kind.NATURE, 47, 37, 1, Heads.DUELING),
                conv(ConvConfig.Kind.IMPALA, 12, 17, 4, Heads.ACTOR_CRITIC),
                conv(ConvConfig.Kind.IMPALA, 9, 6, 3, Heads.Q),
                conv(ConvConfig.Kind.NATURE, ObservationSpace.floats(36, 44, 3), 2, Heads.ACTOR_CRITIC),
                conv(ConvConfig.Kind.IMPALA, ObservationSpace.floats(9, 6, 4), 1, Heads.ACTOR_CRITIC),
                conv(ConvConfig.Kind.MINATAR, ObservationSpace.floats(10, 10, 7), 1, Heads.ACTOR_CRITIC),
                conv(ConvConfig.Kind.MINATAR, ObservationSpace.floats(10, 10, 10), 2, Heads.DUELING));
    }

    static Stream<Case> cases() {
        ObservationSpace small = ObservationSpace.floats(5);
        Stream<Case> layered = Stream.of(
                layers(ManyLayers.config(24, true), ObservationSpace.floats(6, 8), 2, Heads.DUELING),
                layers(ManyLayers.config(33, false), ObservationSpace.floats(9, 7, 3), 1, Heads.ACTOR_CRITIC),
                mlp(Activation.ELU, true, small, 2, FirstHead.of(18), Heads.ACTOR_CRITIC, 7),
                mlp(Activation.SILU, false, small, 1, FirstHead.of(2), Heads.ACTOR_CRITIC, 64, 64),
                mlp(Activation.GELU, true, small, 1, FirstHead.of(2), Heads.Q, 16, 16));
        return Stream.concat(chained(), layered);
    }

    private static Case mlp(
            Activation activation,
            boolean shared,
            ObservationSpace space,
            int frames,
            FirstHead first,
            Heads heads,
            Integer... sizes) {
        return new Case(new MlpConfig(List.of(sizes), activation, shared), space, frames, first, heads);
    }

    private static Case layers(NetworkConfig config, ObservationSpace frame, int frames, Heads heads) {
        return new Case(config, frame, frames, new FirstHead(5, 2, 0), heads);
    }

    private static Case conv(ConvConfig.Kind kind, int height, int width, int frames, Heads heads) {
        return conv(kind, ObservationSpace.floats(height, width), frames, heads);
    }

    private static Case conv(ConvConfig.Kind kind, ObservationSpace frame, int frames, Heads heads) {
        return new Case(new ConvConfig(kind, 70), frame, frames, new FirstHead(5, frames - 1, 0), heads);
    }

    /** Output rows, then the gradient. */
    private static float[][] pass(GradientNetwork network, float[] parameters, ObservationBatch batch) {
        float[] outputs = new float[batch.rows() * network.outputWidth()];
        float[] gradient = new float[network.parameterCount()];
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        network.backward(ConvBatches.uniform(outputs.length, "output gradient", 1), gradient);
        return new float[][] {outputs, gradient};
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldHaveTheBitsOfThePolicyThatActs(Case network) {
        PolicyNetwork policy = network.policy();
        float[] parameters = network.parameters(1);
        int[] offsets = new int[MAX_ROWS];
        Arrays.setAll(offsets, row -> row * policy.outputWidth());
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        float[] acted = new float[MAX_ROWS * policy.outputWidth()];
        policy.newForward().forward(snapshot, network.batch(MAX_ROWS), acted, offsets);
        try (GradientNetwork learner = network.learner()) {
            assertArrayEquals(acted, pass(learner, parameters, network.batch(MAX_ROWS))[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldHaveTheSameBitsForAnyThreadsKernelAndRoom(Case network) {
        float[] parameters = network.parameters(1);
        for (int rows : new int[] {1, 3, MAX_ROWS}) {
            ObservationBatch batch = network.batch(rows);
            float[][] expected;
            try (GradientNetwork one = network.learner(rows, Team.alone(), new ScalarKernel())) {
                expected = pass(one, parameters, batch);
            }
            for (int threads : new int[] {1, 5}) {
                try (Team team = Team.of(threads);
                        GradientNetwork learner = network.learner(MAX_ROWS, team, Kernels.best())) {
                    pass(learner, network.parameters(2), network.batch(MAX_ROWS)); // to be forgotten
                    for (int repetition = 0; repetition < 2; repetition++) {
                        assertArrayEquals(expected, pass(learner, parameters, batch));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldHaveTheSameBitsWhereRowsPassAtOnce(Case network) {
        int rows = network.config() instanceof MlpConfig ? 1111 : MAX_ROWS; // blocks of several hundred rows
        float[] parameters = network.parameters(1);
        ObservationBatch batch = network.batch(rows);
        for (int threads : new int[] {1, 3}) {
            try (Team team = Team.of(threads);
                    GradientNetwork learner = network.learner(rows, team, Kernels.best())) {
                int width = learner.outputWidth();
                float[] outputs = new float[rows * width];
                float[] outputGradient = new float[rows * width];
                float[] gradient = new float[parameters.length];
                AtomicInteger computed = new AtomicInteger();
                learner.loadParameters(parameters);
                learner.gradient(
                        batch,
                        outputs,
                        (first, count, lane) -> {
                            for (int i = first * width; i < (first + count) * width; i++) {
                                outputGradient[i] = outputs[i] * outputs[i];
                            }
                            computed.addAndGet(count);
                        },
                        outputGradient,
                        gradient);
                assertEquals(rows, computed.get());
                assertThrows(IllegalStateException.class, () -> learner.backward(outputGradient, gradient));

                float[] apart = new float[rows * width];
                float[] expected = new float[parameters.length];
                learner.forward(batch, apart);
                assertArrayEquals(apart, outputs);
                learner.backward(outputGradient, expected);
                assertArrayEquals(expected, gradient);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveTheSameGradientAgainWhenAskedTwice(Case network) {
        try (GradientNetwork learner = network.learner()) {
            float[][] expected = pass(learner, network.parameters(1), network.batch(9));
            float[] again = new float[expected[1].length];
            learner.backward(ConvBatches.uniform(expected[0].length, "output gradient", 1), again);
            assertArrayEquals(expected[1], again);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, MAX_ROWS})
    void shouldHaveTheSameJacobianProductForAnyThreadsAndKernel(int rows) {
        for (Case network :
                chained().filter(some -> some.config() instanceof MlpConfig).toList()) {
            ObservationBatch batch = network.batch(rows);
            float[] direction = network.parameters(3);
            try (Team team = Team.of(5);
                    GradientNetwork one = network.learner(rows, Team.alone(), new ScalarKernel());
                    GradientNetwork many = network.learner(MAX_ROWS, team, Kernels.best())) {
                float[][] expected = pass(one, network.parameters(1), batch);
                pass(many, network.parameters(1), batch);
                float[] derivatives = new float[expected[0].length];
                float[] again = new float[expected[0].length];
                one.jacobianProduct(direction, derivatives);
                many.jacobianProduct(network.parameters(2), again); // to be forgotten
                many.jacobianProduct(direction, again);
                assertArrayEquals(derivatives, again);
                float[] gradient = new float[expected[1].length];
                many.backward(ConvBatches.uniform(derivatives.length, "output gradient", 1), gradient);
                assertArrayEquals(expected[1], gradient, "the backward pass of the same rows");
            }
        }
    }

    /** Allows 1e-4 of the largest element: a sum of some hundred rows and positions. */
    @ParameterizedTest
    @MethodSource("chained")
    void shouldShowTheRowsOfEachLayer(Case network) {
        try (GradientNetwork learner =
                network.policy().newChainedNetwork(MAX_ROWS, Team.alone()).orElseThrow()) {
            assertArrayEquals(new double[learner.parameterCount()], Rows.gradient(learner)); // no rows yet
            for (int rows : new int[] {MAX_ROWS, 1, 3}) {
                float[] gradient = pass(learner, network.parameters(1), network.batch(rows))[1];
                double[] again = Rows.gradient(learner);
                double greatest = 0;
                for (float element : gradient) {
                    greatest = Math.max(greatest, Math.abs(element));
                }
                for (int i = 0; i < again.length; i++) {
                    assertEquals(gradient[i], again[i], 1e-4 * greatest, "element " + i);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldUseTheParametersLoadedLast(Case network) {
        try (GradientNetwork learner = network.learner()) {
            float[][] before = pass(learner, network.parameters(1), network.batch(9));
            float[][] after = pass(learner, network.parameters(2), network.batch(9));
            assertFalse(Arrays.equals(before[0], after[0]));
            assertFalse(Arrays.equals(before[1], after[1]));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldNotHideNaN(Case network) {
        PolicyNetwork policy = network.policy();
        try (GradientNetwork learner = network.learner()) {
            float[] right = network.parameters(1);
            float[] outputs = new float[2 * learner.outputWidth()];
            for (var tensor : policy.tensors()) {
                float[] parameters = right.clone();
                parameters[tensor.offset()] = Float.NaN;
                learner.loadParameters(parameters);
                learner.forward(network.batch(2), outputs);
                boolean some = false;
                for (float output : outputs) {
                    some |= Float.isNaN(output);
                }
                assertTrue(some, tensor.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldAllocateNothingInTheSteadyState(Case network) {
        float[] parameters = network.parameters(1);
        ObservationBatch batch = network.batch(5);
        try (GradientNetwork learner = network.learner(MAX_ROWS, Team.alone(), new ScalarKernel())) {
            float[] outputs = new float[5 * learner.outputWidth()];
            float[] gradient = new float[parameters.length];
            Allocation.assertNone(5, () -> {
                learner.loadParameters(parameters);
                learner.forward(batch, outputs);
                learner.backward(outputs, gradient);
            });
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        Case network = cases().findFirst().orElseThrow();
        GradientNetwork learner = network.learner(8, Team.alone(), Kernels.best());
        float[] parameters = network.parameters(1);
        learner.close();
        learner.close();
        assertThrows(IllegalStateException.class, () -> learner.loadParameters(parameters));
        assertThrows(IllegalStateException.class, () -> learner.forward(network.batch(1), new float[3]));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        Case network = cases().findFirst().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> network.learner(0, Team.alone(), Kernels.best()));
        try (GradientNetwork learner = network.learner(2, Team.alone(), Kernels.best())) {
            assertThrows(IllegalArgumentException.class, () -> learner.forward(network.batch(3), new float[9]));
            assertThrows(IllegalArgumentException.class, () -> learner.loadParameters(new float[3]));
            float[] gradient = new float[learner.parameterCount()];
            assertThrows(IllegalStateException.class, () -> learner.backward(new float[3], gradient));
            learner.loadParameters(network.parameters(1));
            learner.forward(network.batch(1), new float[3]);
            assertThrows(IllegalArgumentException.class, () -> learner.backward(new float[3], new float[3]));
            learner.backward(new float[3], gradient);
            assertEquals(0, gradient[0]);
        }
    }
}
