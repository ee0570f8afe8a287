package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * One thread appends to tiny rings, so that nearly every draw is being overwritten, while others draw and update. Step
 * {@code i} of an endless episode has frames, action and reward of {@code i}: a row that mixes steps is seen at once.
 */
class PrioritizedReplayConcurrencyTest {
    private static final int FRAME = 40;
    private static final int STEPS = 300_000;
    private static final int READERS = 3;

    @Test
    void shouldGiveWholeTransitionsWhileTheyAreBeingOverwritten() {
        ReplayConfig config = new ReplayConfig(9, 1, ObservationSpace.floats(FRAME), 2, 1, 3, 1, 0.6, 1e-6);
        PrioritizedReplay memory = new PrioritizedReplay(config);
        for (int step = 0; step < 20; step++) {
            append(memory, step);
        }
        CountDownLatch done = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
        List<Future<Integer>> readers = new ArrayList<>();
        for (int reader = 0; reader < READERS; reader++) {
            RandomStream stream = RandomStream.root(reader);
            readers.add(threads.submit(() -> readUntil(done, memory, stream)));
        }
        Future<?> writer = threads.submit(() -> {
            for (int step = 20; step < STEPS; step++) {
                append(memory, step);
            }
            done.countDown();
        });
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            for (Future<Integer> reader : readers) {
                assertTrue(reader.get() > 0);
            }
            writer.get();
        });
        threads.shutdownNow();
        long[] leaves = new long[memory.leaves()];
        memory.copyLeaves(leaves);
        long positive =
                java.util.Arrays.stream(leaves).filter(units -> units > 0).count();
        assertEquals(memory.size(), positive, "an update revived a place that was being written");
        assertEquals(9 - 1 - 3, positive);
    }

    private static void append(ReplayMemory memory, int step) {
        float[] frame = new float[FRAME];
        java.util.Arrays.fill(frame, step);
        memory.append(
                0,
                new ObservationSlot().at(frame, 0),
                frame,
                0,
                step,
                false,
                false,
                null,
                ReplayMemory.GREATEST_SO_FAR);
    }

    private static int readUntil(CountDownLatch done, ReplayMemory memory, RandomStream stream) {
        ReplayBatch batch = memory.newBatch(4);
        float[] errors = {1, 2, 3, 4};
        int batches = 0;
        do {
            memory.sample(batch, stream.spawn(batches), 1);
            for (int row = 0; row < 4; row++) {
                assertWhole(batch, row);
            }
            memory.updatePriorities(batch, errors);
            batches++;
        } while (done.getCount() > 0);
        return batches;
    }

    private static void assertWhole(ReplayBatch batch, int row) {
        float step = batch.actions()[row];
        assertEquals(3 * step + 3, batch.returns()[row]);
        for (int element = 0; element < FRAME; element++) {
            int offset = row * 2 * FRAME + element;
            assertEquals(step - 1, batch.floatObservations()[offset]);
            assertEquals(step, batch.floatObservations()[offset + FRAME]);
            assertEquals(step + 2, batch.floatNextObservations()[offset]);
            assertEquals(step + 3, batch.floatNextObservations()[offset + FRAME]);
        }
    }
}
