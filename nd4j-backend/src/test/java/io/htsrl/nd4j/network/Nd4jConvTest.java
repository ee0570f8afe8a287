package io.htsrl.nd4j.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.ConvPolicy;
import io.htsrl.policies.backend.ChildJvm;
import io.htsrl.policies.network.ConvBatches;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvConfig.Kind;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.Tensor;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests all but the right gradients, which {@link ConvGradientTest} shows. */
class Nd4jConvTest {
    private static final int MAX_ROWS = 40;

    private static ObservationSpace frame(Kind kind) {
        int extent = kind == Kind.NATURE ? 36 : 12;
        return ObservationSpace.bytes(extent, extent);
    }

    private static ConvLayout layout(Kind kind) {
        return new ConvLayout(frame(kind), 4, 3, new ConvConfig(kind, 48), Heads.ACTOR_CRITIC);
    }

    private static Nd4jConv network(Kind kind) {
        return new Nd4jConv(layout(kind), MAX_ROWS);
    }

    private static float[] parameters(Kind kind) {
        return ConvBatches.parameters(layout(kind), 6);
    }

    private static ObservationBatch batch(Kind kind, int rows) {
        return ConvBatches.batch(layout(kind), ConvBatches.pixels(layout(kind), rows));
    }

    /** Output rows, then the gradient. */
    private static float[][] pass(GradientNetwork network, Kind kind, float[] parameters, int rows) {
        float[] outputs = new float[rows * network.outputWidth()];
        float[] gradient = new float[network.parameterCount()];
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        network.loadParameters(parameters);
        network.forward(batch(kind, rows), outputs);
        network.backward(ConvBatches.uniform(outputs.length, "output gradient", 1), gradient);
        return new float[][] {outputs, gradient};
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithThePolicyThatActs(Kind kind) {
        ConvPolicy policy = new ConvPolicy(frame(kind), 4, 3, layout(kind).config(), Heads.ACTOR_CRITIC);
        int[] offsets = new int[20];
        for (int row = 0; row < 20; row++) {
            offsets[row] = row * policy.outputWidth();
        }
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters(kind));
        float[] acted = new float[20 * policy.outputWidth()];
        policy.newForward().forward(snapshot, batch(kind, 20), acted, offsets);
        try (GradientNetwork network = policy.newGradientNetwork(Backend.ND4J, 20, Team.alone())) {
            assertArrayEquals(acted, pass(network, kind, parameters(kind), 20)[0], 1e-4f);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameBitsWheneverTheSameCallsAreMade(Kind kind) {
        float[] parameters = parameters(kind);
        try (Nd4jConv first = network(kind);
                Nd4jConv second = network(kind)) {
            float[][] expected = pass(first, kind, parameters, 37);
            for (int repetition = 0; repetition < 3; repetition++) {
                assertArrayEquals(expected, pass(first, kind, parameters, 37));
                assertArrayEquals(expected, pass(second, kind, parameters, 37));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameGradientAgainWhenAskedTwice(Kind kind) {
        try (Nd4jConv network = network(kind)) {
            float[] expected = pass(network, kind, parameters(kind), 9)[1];
            float[] again = new float[expected.length];
            network.backward(ConvBatches.uniform(9 * network.outputWidth(), "output gradient", 1), again);
            assertArrayEquals(expected, again);
        }
    }

    /** The child JVM runs this. */
    static final class PrintHash {
        public static void main(String[] arguments) {
            System.out.print(hashes());
        }
    }

    private static String hashes() {
        StringBuilder hashes = new StringBuilder(Nd4jMlpTest.hash());
        for (Kind kind : Kind.values()) {
            try (Nd4jConv network = network(kind)) {
                hashes.append(Arrays.deepHashCode(pass(network, kind, parameters(kind), 37)))
                        .append(' ');
            }
        }
        return hashes.toString();
    }

    @Tag("slow")
    @Test
    void shouldGiveTheSameBitsInAnotherProcessWhateverItsThreads() throws Exception {
        assertEquals(
                hashes(),
                ChildJvm.run(
                        Map.of("OMP_NUM_THREADS", "3", "OPENBLAS_NUM_THREADS", "3"),
                        PrintHash.class,
                        System.getProperty("java.class.path"),
                        "--add-modules",
                        "jdk.incubator.vector"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldForgetTheMinibatchBefore(Kind kind) {
        float[] parameters = parameters(kind);
        float[] other = ConvBatches.parameters(layout(kind), 7);
        for (int rows : new int[] {1, 16, 39}) {
            try (Nd4jConv used = network(kind);
                    Nd4jConv fresh = network(kind)) {
                pass(used, kind, other, MAX_ROWS);
                assertArrayEquals(pass(fresh, kind, parameters, rows), pass(used, kind, parameters, rows));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldUseTheParametersLoadedLast(Kind kind) {
        float[] other = ConvBatches.parameters(layout(kind), 7);
        try (Nd4jConv network = network(kind);
                Nd4jConv fresh = network(kind)) {
            float[][] before = pass(network, kind, parameters(kind), 9);
            float[][] after = pass(network, kind, other, 9);
            assertArrayEquals(pass(fresh, kind, other, 9), after);
            assertFalse(Arrays.equals(before[0], after[0]));
            assertFalse(Arrays.equals(before[1], after[1]));
        }
    }

    /** A maximum prefers numbers: what is before the last one is left out. */
    @ParameterizedTest
    @EnumSource
    void shouldNotHideNaN(Kind kind) {
        ConvLayout layout = layout(kind);
        List<Tensor> tensors = layout.tensors().stream()
                .filter(tensor -> !tensor.name().matches("torso\\.stage([01]\\..*|2\\.conv\\..*)"))
                .toList();
        assertEquals(kind == Kind.NATURE ? 12 : kind == Kind.IMPALA ? 14 : 8, tensors.size());
        try (Nd4jConv network = network(kind)) {
            for (Tensor tensor : tensors) {
                float[] parameters = parameters(kind);
                parameters[tensor.offset()] = Float.NaN;
                float[] outputs = pass(network, kind, parameters, 2)[0];
                assertTrue(Float.isNaN(outputs[tensor.name().startsWith("value") ? 3 : 0]), tensor.name());
            }
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        Nd4jConv network = network(Kind.NATURE);
        pass(network, Kind.NATURE, parameters(Kind.NATURE), 8);
        network.close();
        network.close();
        assertThrows(IllegalStateException.class, () -> network.loadParameters(parameters(Kind.NATURE)));
        assertThrows(IllegalStateException.class, () -> network.forward(batch(Kind.NATURE, 1), new float[4]));
        assertThrows(
                IllegalStateException.class, () -> network.backward(new float[4], new float[network.parameterCount()]));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> new Nd4jConv(layout(Kind.NATURE), 0));
        try (Nd4jConv network = new Nd4jConv(layout(Kind.NATURE), 2)) {
            assertThrows(IllegalArgumentException.class, () -> network.forward(batch(Kind.NATURE, 3), new float[12]));
            assertThrows(IllegalArgumentException.class, () -> network.forward(new ObservationBatch(1), new float[4]));
            assertThrows(IllegalArgumentException.class, () -> network.loadParameters(new float[3]));
            assertThrows(
                    IllegalStateException.class,
                    () -> network.backward(new float[4], new float[network.parameterCount()]));
            network.forward(batch(Kind.NATURE, 1), new float[4]);
            assertThrows(IllegalArgumentException.class, () -> network.backward(new float[4], new float[3]));
        }
    }

    /** Counts the pages of this process: 84x84 frames of 500 rows take 4 * 500 * 80,000 bytes and more. */
    @Test
    void shouldFreeNativeMemoryOnClose() {
        ConvLayout layout = new ConvLayout(ObservationSpace.bytes(84, 84), 4, 3, ConvConfig.of(Kind.NATURE), Heads.Q);
        Nd4jConv network = new Nd4jConv(layout, 500);
        long open = Pointer.physicalBytes();
        network.close();
        long closed = Pointer.physicalBytes();
        assertTrue(open - closed > 120_000_000, open + " bytes before close, " + closed + " after it");
    }

    /** ND4J itself allocates in each of its calls, 770 bytes on average; the network adds nothing. */
    @Tag("fresh-jvm")
    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingOfItsOwnInTheSteadyState(Kind kind) {
        int backendCalls = kind == Kind.NATURE ? 27 : 99;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        float[] parameters = parameters(kind);
        ObservationBatch batch = batch(kind, 16);
        float[] outputs = new float[16 * 4];
        float[] gradient = new float[parameters.length];
        try (Nd4jConv network = network(kind)) {
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 50; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                network.loadParameters(parameters);
                network.forward(batch, outputs);
                network.backward(outputs, gradient);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertTrue(least < 800L * backendCalls, "least bytes in a pass: " + least);
        }
    }
}
