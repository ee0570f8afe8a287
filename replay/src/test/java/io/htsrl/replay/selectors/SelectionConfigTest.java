package io.htsrl.replay.selectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SelectionConfigTest {
    private static final RandomStream DRAWS = RandomStream.root(1);
    private static final int ENVIRONMENTS = 2;

    private static ReplayConfig config(int capacity, double alpha) {
        return new ReplayConfig(capacity, ENVIRONMENTS, ObservationSpace.floats(1), 1, 1, 2, 0.5, alpha, 1e-6);
    }

    private static ReplayMemory memory(Sampler sampler, int maxTimesSampled, int capacity) {
        return new SelectionConfig(sampler, maxTimesSampled)
                .memory(config(capacity, sampler.byPriority() ? 1 : 0), 1, Team.alone());
    }

    /** Appends steps, in (step, environment) order, whose observation is {@code 10 step + environment}. */
    private static void append(ReplayMemory memory, int steps) {
        for (int step = 0; step < steps; step++) {
            for (int environment = 0; environment < ENVIRONMENTS; environment++) {
                float[] row = {10 * step + environment};
                boolean ends = environment == 0 && step % 3 == 2;
                memory.append(environment, new ObservationSlot().at(row, 0), row, 0, 1, ends, false, null, 1);
            }
        }
    }

    private static float[] drawn(ReplayMemory memory, int rows) {
        ReplayBatch batch = memory.newBatch(rows);
        memory.sample(batch, DRAWS, 1);
        return batch.floatObservations();
    }

    /** Environment 0's episodes end, so their steps can be drawn earlier. */
    @Test
    void shouldGiveAQueueOutByStepAndEnvironment() {
        ReplayMemory queue = new SelectionConfig(Sampler.FIFO, 1).memory(config(40, 0), 1, Team.alone());
        append(queue, 6); // all of environment 0 can be drawn, steps 0 to 3 of environment 1

        assertEquals(10, queue.rowsLeft());
        assertArrayEquals(new float[] {0, 1, 10, 11, 20, 21, 30, 31, 40, 50}, drawn(queue, 10));
    }

    @Test
    void shouldDrawTheOldestAgainWithoutALimit() {
        ReplayMemory memory = memory(Sampler.FIFO, 0, 40);
        append(memory, 5);
        assertArrayEquals(new float[] {0, 0, 0}, drawn(memory, 3));
        assertEquals(Long.MAX_VALUE, memory.rowsLeft());
        assertEquals(0, memory(Sampler.FIFO, 0, 40).rowsLeft());
    }

    @Test
    void shouldDrawTheNewestFirst() {
        ReplayMemory memory = memory(Sampler.LIFO, 2, 40);
        append(memory, 6); // 0's episode has ended with step 5: all of it can be drawn
        assertArrayEquals(new float[] {50, 50, 40, 40, 31, 31}, drawn(memory, 6));
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawEachAsOftenAsItMay(Sampler sampler) {
        ReplayMemory memory = memory(sampler, 3, 40);
        append(memory, 6);
        int rows = (int) memory.rowsLeft();
        assertEquals(3 * memory.size(), rows);
        int[] times = new int[60];
        for (float observation : drawn(memory, rows)) {
            times[(int) observation]++;
        }
        for (int each : times) {
            assertTrue(each == 0 || each == 3);
        }
        assertEquals(0, memory.size());
        assertEquals(0, memory.rowsLeft());
        ReplayBatch batch = memory.newBatch(1);
        assertTrue(assertThrows(IllegalStateException.class, () -> memory.sample(batch, DRAWS, 1))
                .getMessage()
                .contains("0 rows are left"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingPerDraw(Sampler sampler) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ReplayMemory memory = memory(sampler, 5, 400);
        ReplayBatch batch = memory.newBatch(32);
        float[] errors = new float[32];
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) { // the JVM's own: classes that it loads
            append(memory, 60);
            long before = threads.getCurrentThreadAllocatedBytes();
            memory.sample(batch, DRAWS, 0.5);
            memory.updatePriorities(batch, errors);
            allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, allocated);
    }

    @ParameterizedTest
    @CsvSource({
        "PRIORITIZED, 0, 0, 1, --replay-sampler prioritized",
        "MAX_HEAP, 0, 0, 1, --replay-sampler max-heap",
        "MIN_HEAP, 1, 0, 1, --replay-sampler min-heap",
        "UNIFORM, 0, 0.6, 1, --replay-sampler uniform",
        "FIFO, 1, 0.6, 1, --replay-sampler fifo",
        "LIFO, 1, 0.6, 1, --replay-sampler lifo",
        "UNIFORM, -1, 0, 1, --max-times-sampled -1",
        "UNIFORM, 1, 0, 2, --replay-shards 2",
        "FIFO, 0, 0, 2, --replay-shards 2"
    })
    void shouldRefuseWhatContradictsItself(Sampler sampler, int limit, double alpha, int shards, String words) {
        SelectionConfig table = new SelectionConfig(sampler, limit);
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> table.memory(config(40, alpha), shards, Team.alone()));
        assertEquals(1, refusal.violations().size());
        assertTrue(refusal.getMessage().contains(words), refusal::getMessage);
    }

    @Test
    void shouldLeaveTheUsualDrawsToTheMemory() {
        assertTrue(
                new SelectionConfig(Sampler.defaultValue(0.6), 0).memory(config(40, 0.6), 1, Team.alone())
                        instanceof PrioritizedReplay);
        assertTrue(
                new SelectionConfig(Sampler.defaultValue(0), 0).memory(config(40, 0), 1, Team.alone())
                        instanceof PrioritizedReplay);
        assertFalse(new SelectionConfig(Sampler.defaultValue(0), 0)
                .memory(config(40, 0), 2, Team.alone())
                .drawsInTurn());
        assertTrue(new SelectionConfig(Sampler.FIFO, 1)
                .memory(config(40, 0), 1, Team.alone())
                .drawsInTurn());
        assertEquals(0, new SelectionConfig(Sampler.defaultValue(0), 0).heapBytes(config(40, 0)));
        assertTrue(new SelectionConfig(Sampler.FIFO, 1).heapBytes(config(40, 0)) > 40 * 8);
    }

    @Test
    void shouldRefuseTheContentsOfAnotherTable() throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        memory(Sampler.FIFO, 1, 40).save(new DataOutputStream(saved));
        ReplayMemory other = memory(Sampler.FIFO, 2, 40);
        assertThrows(
                IOException.class,
                () -> other.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray()))));
    }
}
