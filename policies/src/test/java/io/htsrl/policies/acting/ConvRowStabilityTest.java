package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.backend.ChildJvm;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ScalarKernel;
import io.htsrl.policies.kernel.VectorKernel;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvConfig.Kind;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.Heads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant 5 for convolutional networks: a row of any batch has the bits of that row computed alone. */
class ConvRowStabilityTest {
    private static final float UNTOUCHED = 12345.678f;

    /** Output rows of the stacks {@code indices} in one batch, last row first, with a float around each. */
    private static float[] together(
            ConvRows rows, Policy policy, Policy.Snapshot snapshot, Policy.Forward forward, int[] indices) {
        ObservationBatch batch = rows.batch(indices.length);
        int[] offsets = new int[indices.length];
        for (int i = 0; i < indices.length; i++) {
            rows.add(batch, indices[i]);
            offsets[i] = (indices.length - 1 - i) * (policy.outputWidth() + 1) + 1;
        }
        float[] outputs = new float[indices.length * (policy.outputWidth() + 1) + 1];
        Arrays.fill(outputs, UNTOUCHED);
        forward.forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    private static void assertRows(float[][] expected, int[] indices, float[] outputs) {
        int width = expected[0].length;
        for (int i = 0; i < indices.length; i++) {
            int offset = (indices.length - 1 - i) * (width + 1) + 1;
            assertEquals(UNTOUCHED, outputs[offset - 1], "before row " + i);
            assertArrayEquals(
                    ConvRows.bits(expected[indices[i]]),
                    ConvRows.bits(Arrays.copyOfRange(outputs, offset, offset + width)),
                    "row " + i);
        }
        assertEquals(UNTOUCHED, outputs[outputs.length - 1], "behind the rows");
    }

    @Property(tries = 30)
    void shouldGiveEveryRowTheBitsTheScalarKernelGivesItAlone(
            @ForAll Kind kind,
            @ForAll @IntRange(min = 0, max = 16) int moreRows,
            @ForAll @IntRange(min = 0, max = 16) int moreColumns,
            @ForAll @IntRange(min = 1, max = 5) int frames,
            @ForAll @IntRange(min = 1, max = 70) int hidden,
            @ForAll Heads heads,
            @ForAll @IntRange(min = 1, max = 9) int count,
            @ForAll long seed) {
        int least = kind == Kind.NATURE ? 36 : 4;
        ConvLayout layout = ConvRows.layout(kind, least + moreRows, least + moreColumns, frames, hidden, heads);
        ConvRows rows = new ConvRows(layout, seed);
        Policy scalar = rows.policy(new ScalarKernel());
        Policy.Snapshot scalarSnapshot = rows.snapshot(scalar);
        int[] indices = IntStream.range(0, count).map(i -> count - 1 - i).toArray();
        float[][] expected = new float[count][];
        Arrays.setAll(expected, index -> rows.alone(scalar, scalarSnapshot, index));
        Policy vector = rows.policy(new VectorKernel());
        assertRows(expected, indices, together(rows, vector, rows.snapshot(vector), vector.newForward(), indices));
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @EnumSource
    void shouldNotDependOnTheBatchInTheNetworksAsPublished(Kind kind) {
        ConvLayout layout =
                new ConvLayout(ObservationSpace.bytes(84, 84), 4, 6, ConvConfig.of(kind), Heads.ACTOR_CRITIC);
        ConvRows rows = new ConvRows(layout, 21);
        Policy policy = rows.policy(Kernels.best());
        Policy.Snapshot snapshot = rows.snapshot(policy);
        float[][] expected = new float[64][];
        Arrays.setAll(expected, index -> rows.alone(policy, snapshot, index));
        Policy.Forward forward = policy.newForward();
        RandomStream stream = RandomStream.root(22);
        for (int count : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 31, 32, 33, 64}) {
            int[] indices = new int[count];
            Arrays.setAll(indices, i -> (int) (64 * stream.uniform(count, i)));
            assertRows(expected, indices, together(rows, policy, snapshot, forward, indices));
        }
    }

    @Test
    void shouldNotDependOnTheThread() throws Exception {
        ConvLayout layout = ConvRows.layout(Kind.NATURE, 60, 60, 4, 100, Heads.DUELING);
        ConvRows rows = new ConvRows(layout, 23);
        Policy policy = rows.policy(Kernels.best());
        Policy.Snapshot snapshot = rows.snapshot(policy);
        float[][] expected = new float[12][];
        Arrays.setAll(expected, index -> rows.alone(policy, snapshot, index));
        int threads = 4;
        CountDownLatch begun = new CountDownLatch(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Void>> results = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            Callable<Void> work = () -> {
                Policy.Forward forward = policy.newForward();
                begun.countDown();
                begun.await();
                for (int i = 0; i < 20; i++) {
                    int[] indices = IntStream.range(0, 1 + (i + thread) % 12)
                            .map(k -> 11 - k)
                            .toArray();
                    assertRows(expected, indices, together(rows, policy, snapshot, forward, indices));
                }
                return null;
            };
            results.add(pool.submit(work));
        }
        pool.shutdown();
        for (Future<Void> result : results) {
            result.get();
        }
    }

    /** The child JVMs run this. */
    static final class PrintBits {
        public static void main(String[] arguments) {
            StringBuilder bits = new StringBuilder();
            for (Kind kind : Kind.values()) {
                ConvRows rows = new ConvRows(ConvRows.layout(kind, 36, 36, 4, 20, Heads.ACTOR_CRITIC), 24);
                Policy policy = rows.policy(Kernels.best());
                int[] indices = {0, 9, 50, 99, 7};
                bits.append(Arrays.toString(
                        ConvRows.bits(together(rows, policy, rows.snapshot(policy), policy.newForward(), indices))));
            }
            System.out.print(bits);
        }
    }

    @Test
    void shouldNotDependOnTheVectorWidthOfTheJvm() throws Exception {
        String classPath = System.getProperty("java.class.path");
        String scalar = ChildJvm.run(PrintBits.class, classPath);
        assertEquals(scalar, ChildJvm.run(PrintBits.class, classPath, "--add-modules", "jdk.incubator.vector"));
        // on x86 with AVX-512: half of its width
        assertEquals(
                scalar,
                ChildJvm.run(
                        PrintBits.class,
                        classPath,
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-XX:UseAVX=2"));
    }
}
