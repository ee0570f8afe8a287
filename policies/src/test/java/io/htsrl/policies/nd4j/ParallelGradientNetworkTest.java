package io.htsrl.policies.nd4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpConfig.Activation;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Rows;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is computed; {@link ParallelGradientNetworkThreadsTest} shows how it waits, fails and ends. */
class ParallelGradientNetworkTest {
    private static final int MAX_ROWS = 61;
    private static final MlpConfig CONFIG = new MlpConfig(List.of(64, 40), Activation.TANH, true);
    private static final MlpLayout CARTPOLE = new MlpLayout(4, 2, CONFIG);

    private static float[] uniform(int count, String name) {
        RandomStream stream = RandomStream.root(13).spawn(name);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (stream.uniform(i) - 0.5);
        }
        return values;
    }

    /** Output rows, then the gradient. */
    private static float[][] pass(GradientNetwork network, int rows) {
        float[] outputs = new float[rows * network.outputWidth()];
        float[] gradient = new float[network.parameterCount()];
        Arrays.fill(outputs, Float.NaN);
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        network.loadParameters(uniform(network.parameterCount(), "parameters"));
        network.forward(Rows.of(uniform(rows * 4, "observations"), rows), outputs);
        network.backward(uniform(outputs.length, "output gradient"), gradient);
        return new float[][] {outputs, gradient};
    }

    private static List<RecordingNetwork> recorders(int maxRows, float... gradients) {
        List<RecordingNetwork> networks = new ArrayList<>();
        for (float gradient : gradients) {
            networks.add(new RecordingNetwork(maxRows, gradient));
        }
        return networks;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithOneNetworkToRounding(Heads heads) {
        MlpLayout layout = new MlpLayout(4, 2, CONFIG, heads);
        for (int parts : new int[] {2, 3, 5}) {
            try (Nd4jMlp one = new Nd4jMlp(layout, MAX_ROWS);
                    GradientNetwork parallel =
                            ParallelGradientNetwork.of(rows -> new Nd4jMlp(layout, rows), MAX_ROWS, parts)) {
                for (int rows : new int[] {MAX_ROWS, 1, 2, 3, 4, 6, 16, 60, MAX_ROWS}) {
                    float[][] expected = pass(one, rows);
                    float[][] actual = pass(parallel, rows);
                    assertArrayEquals(expected[0], actual[0], 1e-5f);
                    // sums of at most 61 terms below about 1 in another order
                    assertArrayEquals(expected[1], actual[1], 2e-5f);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldGiveTheSameBitsInEveryRun(int parts) {
        try (GradientNetwork first = ParallelGradientNetwork.of(rows -> new Nd4jMlp(CARTPOLE, rows), MAX_ROWS, parts);
                GradientNetwork second =
                        ParallelGradientNetwork.of(rows -> new Nd4jMlp(CARTPOLE, rows), MAX_ROWS, parts)) {
            float[][] expected = pass(first, MAX_ROWS);
            for (int repetition = 0; repetition < 50; repetition++) {
                assertArrayEquals(expected, pass(first, MAX_ROWS));
                assertArrayEquals(expected, pass(second, MAX_ROWS));
                pass(first, 1 + repetition); // leaves nothing behind
            }
        }
    }

    @Test
    void shouldHaveTheBitsOfTheInnerNetworkWhenThereIsOne() {
        try (Nd4jMlp inner = new Nd4jMlp(CARTPOLE, MAX_ROWS);
                GradientNetwork parallel =
                        ParallelGradientNetwork.of(rows -> new Nd4jMlp(CARTPOLE, rows), MAX_ROWS, 1)) {
            for (int rows : new int[] {1, 17, MAX_ROWS}) {
                assertArrayEquals(pass(inner, rows), pass(parallel, rows));
            }
        }
    }

    @Test
    void shouldAddTheGradientsInTheOrderOfTheNetworks() {
        // (1e8 + 1) - 1e8 is 0 in float; every order with the large ones side by side gives 1
        try (GradientNetwork parallel = new ParallelGradientNetwork(3, recorders(1, 1e8f, 1, -1e8f))) {
            float[] gradient = new float[1];
            for (int repetition = 0; repetition < 200; repetition++) {
                parallel.forward(Rows.of(new float[3], 3), new float[3]);
                parallel.backward(new float[3], gradient);
                assertEquals(0, gradient[0]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 9, 10, 11, 12})
    void shouldSplitTheRowsContiguouslyAndEvenly(int rows) {
        List<RecordingNetwork> inner = recorders(3, 1, 1, 1, 1);
        try (GradientNetwork parallel = new ParallelGradientNetwork(12, inner)) {
            float[] observations = uniform(rows, "observations");
            float[] outputs = new float[rows];
            float[] gradient = new float[1];
            parallel.loadParameters(new float[1]);
            parallel.forward(Rows.of(observations, rows), outputs);
            parallel.backward(outputs, gradient);
            assertArrayEquals(observations, outputs);
            assertEquals(Math.min(rows, 4), gradient[0], "idle networks add nothing");
            assertEquals(
                    rows, inner.stream().mapToInt(network -> network.lastRows).sum());
            for (int i = 0; i < 4; i++) {
                assertEquals((rows + 3 - i) / 4, inner.get(i).lastRows);
                assertEquals(i < rows ? 1 : 0, inner.get(i).forwards);
            }
        }
    }

    @Test
    void shouldLoadTheParametersOfNetworksThatHadNoRows() {
        try (GradientNetwork parallel = new ParallelGradientNetwork(3, recorders(1, 1, 1, 1))) {
            float[] outputs = new float[3];
            parallel.loadParameters(new float[] {1});
            parallel.forward(Rows.of(new float[1], 1), outputs);
            parallel.loadParameters(new float[] {2});
            parallel.forward(Rows.of(new float[1], 1), outputs);
            parallel.forward(Rows.of(new float[3], 3), outputs);
            assertArrayEquals(new float[] {2, 2, 2}, outputs);
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ParallelGradientNetwork.of(rows -> new Nd4jMlp(CARTPOLE, rows), 8, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> ParallelGradientNetwork.of(rows -> new Nd4jMlp(CARTPOLE, rows), 0, 2));
        assertThrows(IllegalArgumentException.class, () -> new ParallelGradientNetwork(5, recorders(2, 1, 1)));
        try (Nd4jMlp other = new Nd4jMlp(CARTPOLE, 4)) {
            List<GradientNetwork> mixed = List.of(new RecordingNetwork(4, 1), other);
            assertThrows(IllegalArgumentException.class, () -> new ParallelGradientNetwork(8, mixed));
        }
        try (GradientNetwork parallel = new ParallelGradientNetwork(4, recorders(2, 1, 1))) {
            assertThrows(IllegalStateException.class, () -> parallel.backward(new float[4], new float[1]));
            assertThrows(
                    IllegalArgumentException.class, () -> parallel.forward(Rows.of(new float[5], 5), new float[5]));
            assertThrows(
                    IllegalArgumentException.class, () -> parallel.forward(Rows.of(new float[5], 0), new float[5]));
            assertThrows(IllegalArgumentException.class, () -> parallel.loadParameters(new float[2]));
            parallel.forward(Rows.of(new float[4], 4), new float[4]);
            assertThrows(IllegalArgumentException.class, () -> parallel.backward(new float[4], new float[2]));
        }
    }

    /** An inner network without ND4J, which allocates in each call. */
    private static Nd4jMlp onHeap(MlpLayout layout, int maxRows) {
        DenseKernel kernel = Kernels.best();
        return new Nd4jMlp(layout, maxRows, kernel, matrices -> new KernelProducts(matrices, kernel));
    }

    @SuppressWarnings("deprecation") // Thread.getId: threadId is not in 17
    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingInTheSteadyStateOnAnyThread(Heads heads) {
        MlpLayout layout = new MlpLayout(4, 2, CONFIG, heads);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        float[] parameters = uniform(layout.parameterCount(), "parameters");
        ObservationBatch batch = Rows.of(uniform(16 * 4, "observations"), 16);
        float[] outputs = new float[16 * layout.outputWidth()];
        float[] gradient = new float[layout.parameterCount()];
        try (GradientNetwork parallel =
                new ParallelGradientNetwork(16, List.of(onHeap(layout, 8), onHeap(layout, 8)))) {
            long worker = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("gradient-1"))
                    .findFirst()
                    .orElseThrow()
                    .getId();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 200 && least > 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes() + threads.getThreadAllocatedBytes(worker);
                for (int i = 0; i < 100; i++) {
                    parallel.loadParameters(parameters);
                    parallel.forward(batch, outputs);
                    parallel.backward(outputs, gradient);
                }
                least = Math.min(
                        least,
                        threads.getCurrentThreadAllocatedBytes() + threads.getThreadAllocatedBytes(worker) - before);
            }
            // the measurement's own boxes
            assertTrue(least < 400, "least bytes in 100 passes: " + least);
        }
    }
}
