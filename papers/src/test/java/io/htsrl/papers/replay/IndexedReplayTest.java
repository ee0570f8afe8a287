package io.htsrl.papers.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(1800)
class IndexedReplayTest {
    private static final RandomStream STREAM = RandomStream.root(3);
    private static final int ENVIRONMENTS = 3;
    private static final int WIDTH = 48;

    /** Appends the next step, environments in turns; the value of its frame is its number. */
    private static void append(ReplayMemory memory, long step, int environments) {
        RandomStream draws = STREAM.spawn(step);
        double ending = draws.uniform(0);
        boolean terminated = ending < 0.1;
        boolean truncated = !terminated && ending < 0.2;
        ObservationSlot last = truncated ? frame(step + 0.5f) : null;
        double error = draws.uniform(1) < 0.2 ? ReplayMemory.GREATEST_SO_FAR : 3 * draws.uniform(2);
        float[] action = {(float) draws.uniform(3)};
        memory.append(
                (int) (step % environments),
                frame((float) step),
                action,
                0,
                (float) step,
                terminated,
                truncated,
                last,
                error);
    }

    private static ObservationSlot frame(float value) {
        float[] frame = new float[WIDTH];
        Arrays.fill(frame, value);
        return new ObservationSlot().at(frame, 0);
    }

    private static ReplayConfig config(int capacity, int environments) {
        return ReplayWork.config(capacity, environments, ObservationSpace.floats(WIDTH));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDrawTheSameAsTheProductOverOurTree(boolean lazy) {
        ReplayConfig config = config(100, ENVIRONMENTS);
        PrioritizedReplay product = new PrioritizedReplay(config);
        IndexedReplay indexed = new IndexedReplay(config, OurTree::new, lazy);
        ReplayBatch expected = product.newBatch(7);
        ReplayBatch drawn = indexed.newBatch(7);
        float[] errors = new float[7];
        for (int step = 0; step < 500; step++) {
            append(product, step, ENVIRONMENTS);
            append(indexed, step, ENVIRONMENTS);
            assertEquals(product.size(), indexed.size());
            if (product.size() == 0) {
                continue;
            }
            RandomStream draws = STREAM.spawn("draws").spawn(step);
            product.sample(expected, draws, 0.6);
            indexed.sample(drawn, draws, 0.6);
            assertArrayEquals(expected.leaves(), drawn.leaves(), "step " + step);
            assertArrayEquals(expected.floatObservations(), drawn.floatObservations());
            assertArrayEquals(expected.floatNextObservations(), drawn.floatNextObservations());
            assertArrayEquals(expected.actions(), drawn.actions());
            assertArrayEquals(expected.returns(), drawn.returns());
            assertArrayEquals(expected.discounts(), drawn.discounts());
            assertArrayEquals(expected.ages(), drawn.ages());
            assertArrayEquals(expected.weights(), drawn.weights(), 1e-5f);
            for (int row = 0; row < errors.length; row++) {
                errors[row] = (float) (4 * draws.uniform(row, 9) - 2);
            }
            product.updatePriorities(expected, errors);
            indexed.updatePriorities(drawn, errors);
            assertEquals(product.drawn(), indexed.drawn());
        }
    }

    /** A frame has a single value; the next frame has that value plus 1 (0.5 if truncated), or zero at an end. */
    private static void assertWhole(ReplayBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            float value = batch.floatObservations()[row * WIDTH];
            float next = batch.floatNextObservations()[row * WIDTH];
            assertEquals(value, batch.returns()[row]);
            if (batch.discounts()[row] == 0) {
                assertEquals(0, next);
            } else {
                assertTrue(next == value + 1 || next == value + 0.5f, value + " is followed by " + next);
            }
            for (int i = 0; i < WIDTH; i++) {
                assertEquals(value, batch.floatObservations()[row * WIDTH + i], "torn");
                assertEquals(next, batch.floatNextObservations()[row * WIDTH + i], "torn");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Memories.class)
    void shouldDrawOnlyCompleteRows(Memories kind) throws Exception {
        ReplayMemory memory = kind.make(config(256, 1));
        for (int step = 0; step < 300; step++) {
            append(memory, step, 1);
        }
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Future<?> writer = threads.submit(() -> {
                for (long step = 300; !enough.get() && step < 1 << 22; step++) {
                    append(memory, step, 1);
                }
            });
            List<Future<?>> readers = List.of(
                    threads.submit(() -> read(memory, STREAM.spawn("one"))),
                    threads.submit(() -> read(memory, STREAM.spawn("other"))));
            for (Future<?> reader : readers) {
                reader.get();
            }
            enough.set(true);
            writer.get();
        } finally {
            enough.set(true);
            threads.shutdownNow();
        }
    }

    private static void read(ReplayMemory memory, RandomStream draws) {
        ReplayBatch batch = memory.newBatch(8);
        float[] errors = new float[8];
        for (int i = 0; i < 2000; i++) {
            memory.sample(batch, draws.spawn(i), 0.4);
            assertWhole(batch);
            for (int row = 0; row < errors.length; row++) {
                errors[row] = (float) draws.uniform(i, row);
            }
            memory.updatePriorities(batch, errors);
        }
    }

    @Test
    void shouldRefuseToDrawFromAnEmptyMemory() {
        IndexedReplay memory = new IndexedReplay(config(100, 1), OurTree::new, true);
        ReplayBatch batch = memory.newBatch(2);
        assertThrows(IllegalStateException.class, () -> memory.sample(batch, STREAM, 1));
    }
}
