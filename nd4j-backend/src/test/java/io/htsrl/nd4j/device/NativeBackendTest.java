package io.htsrl.nd4j.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.nd4j.device.NativeBackend.Staging;
import io.htsrl.policies.backend.BackendFacts;
import java.nio.FloatBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.DynamicCustomOp;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Tests the contract of {@link NativeBackend}, over the CPU's and over that for CUDA, which runs here on ND4J's CPU
 * backend: its calls are those, its devices are not.
 */
class NativeBackendTest {

    @BeforeAll
    static void load() {
        Nd4jRuntime.load();
    }

    static Stream<NativeBackend> backends() {
        return Stream.of(new CpuBackend(), new CudaBackend());
    }

    private static float[] numbers(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i % 7 - 3;
        }
        return numbers;
    }

    private static void put(Staging staging, float... values) {
        staging.host().position(0);
        staging.host().put(values);
        staging.toBackend();
    }

    private static float[] get(Staging staging) {
        staging.toHost();
        FloatBuffer host = staging.host();
        host.position(0);
        float[] values = new float[host.capacity()];
        host.get(values);
        return values;
    }

    private static void multiply(INDArray a, INDArray b, INDArray result) {
        Nd4j.getExecutioner()
                .exec(DynamicCustomOp.builder("matmul")
                        .addIntegerArguments(0, 0)
                        .addInputs(a, b)
                        .addOutputs(result)
                        .build());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldComputeOnWhatTheHostWroteAndShowTheResult(NativeBackend backend) {
        backend.attachThread();
        try (Staging a = backend.stage(2, 3);
                Staging b = backend.stage(3, 2);
                Staging c = backend.stage(2, 2)) {
            put(a, 1, 2, 3, 4, 5, 6);
            put(b, 1, 0, 0, 1, 1, 1);
            multiply(a.array(), b.array(), c.array());

            assertArrayEquals(new float[] {4, 5, 10, 11}, get(c));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldSeeEachNewWrite(NativeBackend backend) {
        try (Staging a = backend.stage(1, 1);
                Staging b = backend.stage(1, 1);
                Staging c = backend.stage(1, 1)) {
            put(b, 2);
            for (float value = 1; value < 100; value++) {
                put(a, value);
                multiply(a.array(), b.array(), c.array());

                assertEquals(2 * value, get(c)[0]);
            }
        }
    }

    /** As the learner's products are used: first rows of a larger matrix, over the same memory. */
    @ParameterizedTest
    @MethodSource("backends")
    void shouldComputeOnViews(NativeBackend backend) {
        try (Staging a = backend.stage(4, 2);
                Staging b = backend.stage(2, 1);
                Staging c = backend.stage(4, 1)) {
            put(a, 1, 2, 3, 4, 5, 6, 7, 8);
            put(b, 10, 1);
            put(c, -1, -1, -1, -1);
            INDArray firstTwo = Nd4j.create(a.array().data(), new long[] {2, 2}, new long[] {2, 1}, 0, 'c');
            INDArray result = Nd4j.create(c.array().data(), new long[] {2, 1}, new long[] {1, 1}, 0, 'c');
            multiply(firstTwo, b.array(), result);

            assertArrayEquals(new float[] {12, 34, -1, -1}, get(c));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldGiveRoomForEveryElementInRowMajorOrder(NativeBackend backend) {
        try (Staging staging = backend.stage(3, 5, 7)) {
            assertEquals(105, staging.host().capacity());
            put(staging, numbers(105));

            assertArrayEquals(new long[] {3, 5, 7}, staging.array().shape());
            assertEquals('c', staging.array().ordering());
            assertArrayEquals(numbers(105), staging.array().data().asFloat());
            assertSame(staging.host(), staging.host());
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldKeepStagingsApart(NativeBackend backend) {
        try (Staging a = backend.stage(1000);
                Staging b = backend.stage(1000)) {
            put(a, numbers(1000));
            put(b, new float[1000]);

            assertArrayEquals(numbers(1000), get(a));
            assertArrayEquals(new float[1000], get(b));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldServeAnotherThreadThanTheOneThatMadeIt(NativeBackend backend) {
        try (Staging a = backend.stage(2, 2);
                Staging b = backend.stage(2, 2);
                Staging c = backend.stage(2, 2)) {
            float[] result = CompletableFuture.supplyAsync(() -> {
                        backend.attachThread();
                        put(a, 1, 2, 3, 4);
                        put(b, 0, 1, 1, 0);
                        multiply(a.array(), b.array(), c.array());
                        return get(c);
                    })
                    .join();

            assertArrayEquals(new float[] {2, 1, 4, 3}, result);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldCloseMoreThanOnce(NativeBackend backend) {
        Staging staging = backend.stage(8);
        staging.close();
        staging.close();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldDescribeItself(NativeBackend backend) {
        assertEquals(backend.onDevice() ? "cuda" : "cpu", backend.name());
    }

    @Test
    void shouldKnowTheBackendOfThisProcess() {
        assertEquals("cpu", NativeBackend.current().name());
        BackendFacts facts = NativeBackend.facts();
        assertEquals("cpu", facts.backend());
        assertTrue(facts.library().contains(LibraryChoice.classifier()), facts::library);
        assertTrue(facts.ompThreads() >= 1, facts::toString);
    }

    /** Without oneDNN the products are OpenBLAS's, which has threads of its own. */
    @Test
    void shouldComputeWithOneThreadInEveryLibrary() {
        Nd4j.factory().blas().setMaxThreads(2);
        assertEquals(2, NativeBackend.facts().blasThreads());

        BackendFacts attached = CompletableFuture.supplyAsync(() -> {
                    new CpuBackend().attachThread();
                    return NativeBackend.facts();
                })
                .join();

        assertEquals(1, attached.blasThreads());
        assertEquals(1, attached.ompThreads());
        assertEquals(1, NativeBackend.facts().blasThreads(), "of the process, not of that thread");
    }

    @Test
    void shouldMeasureHowFastItComputes() {
        ComputeProbe probe = ComputeProbe.run();

        assertTrue(probe.product() > 0 && probe.product() < 1e6, probe::toString);
        assertTrue(probe.convolution() > 0 && probe.convolution() < 1e6, probe::toString);
    }
}
