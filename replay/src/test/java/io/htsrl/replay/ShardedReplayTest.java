package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares a memory in shards with one in one piece: every leaf, row, weight and byte on disk. */
class ShardedReplayTest {
    private static final int ENVIRONMENTS = 7;
    private static final int BATCH = 24;
    private static final RandomStream STREAM = RandomStream.root(5);

    private static final SequenceConfig SEQUENCES = new SequenceConfig(3, 2, 2, 2);

    static ReplayConfig config(boolean bytes, int nStep, int frameStack) {
        return config(bytes, nStep, frameStack, SequenceConfig.NONE);
    }

    private static ReplayConfig config(boolean bytes, int nStep, int frameStack, SequenceConfig sequences) {
        ObservationSpace space =
                bytes ? ObservationSpace.bytes(RandomEpisodes.FRAME) : ObservationSpace.floats(RandomEpisodes.FRAME);
        // 7 rings of 20 places, three leaves left over
        return new ReplayConfig(
                143, ENVIRONMENTS, space, frameStack, 1, nStep, 0.9, 0.6, 1e-3, sequences, HindsightConfig.NONE);
    }

    /** A memory, what it is fed by, and its batch. */
    static final class Fed {
        final ReplayMemory memory;
        final RandomEpisodes source;
        final ReplayBatch batch;
        private final boolean withErrors;
        long interval;

        Fed(ReplayConfig config, int shards, Team team, boolean withErrors) {
            this(config, ReplayMemory.of(config, shards, team), withErrors);
        }

        Fed(ReplayConfig config, ReplayMemory memory, boolean withErrors) {
            this.memory = memory;
            source = new RandomEpisodes(config, 3);
            batch = memory.newBatch(BATCH);
            this.withErrors = withErrors;
        }

        /** Appends an interval of so many steps of each environment; draws and updates twice. */
        void go(int steps) {
            for (int step = 0; step < steps * ENVIRONMENTS; step++) {
                double error = withErrors ? 3 * STREAM.uniform(interval, step) : ReplayMemory.GREATEST_SO_FAR;
                source.appendTo(memory, null, error);
            }
            memory.complete();
            for (int draw = 0; draw < 2; draw++) {
                memory.sample(batch, STREAM.spawn(2 * interval + draw), 0.5);
                float[] errors = new float[BATCH];
                for (int row = 0; row < BATCH; row++) {
                    errors[row] = (float) (4 * STREAM.uniform(2 * interval + draw, 1000 + row) - 2);
                }
                memory.updatePriorities(batch, errors);
            }
            interval++;
        }

        byte[] saved() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            memory.save(new DataOutputStream(bytes));
            return bytes.toByteArray();
        }

        void restore(Fed other) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(other.saved()));
            memory.restore(in);
            assertEquals(0, in.available());
        }
    }

    static void assertSame(Fed expected, Fed actual) throws IOException {
        assertArrayEquals(expected.batch.leaves(), actual.batch.leaves());
        assertArrayEquals(expected.batch.floatObservations(), actual.batch.floatObservations());
        assertArrayEquals(expected.batch.byteObservations(), actual.batch.byteObservations());
        if (expected.batch.sequences() != null) {
            assertArrayEquals(expected.batch.sequences().states, actual.batch.sequences().states);
        } else {
            assertArrayEquals(expected.batch.floatNextObservations(), actual.batch.floatNextObservations());
            assertArrayEquals(expected.batch.byteNextObservations(), actual.batch.byteNextObservations());
            assertArrayEquals(expected.batch.actions(), actual.batch.actions());
            assertArrayEquals(expected.batch.returns(), actual.batch.returns());
            assertArrayEquals(expected.batch.discounts(), actual.batch.discounts());
        }
        assertArrayEquals(expected.batch.weights(), actual.batch.weights());
        assertEquals(expected.memory.size(), actual.memory.size());
        assertArrayEquals(expected.memory.somePriorities(11), actual.memory.somePriorities(11));
        assertArrayEquals(expected.saved(), actual.saved());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1, false, false, false",
        "4, 1, true, true, false",
        "7, 1, false, true, false",
        "2, 3, true, true, false",
        "4, 2, false, false, false",
        "7, 4, false, true, false",
        "1, 2, true, false, false",
        "3, 1, true, false, true",
        "7, 2, false, false, true"
    })
    void shouldBeTheMemoryInOnePieceBitByBit(
            int shards, int threads, boolean bytes, boolean withErrors, boolean sequences) throws IOException {
        ReplayConfig config = config(bytes, 3, 2, sequences ? SEQUENCES : SequenceConfig.NONE);
        try (Team team = Team.of(threads)) {
            Fed whole = new Fed(config, 1, Team.alone(), withErrors);
            Fed sharded = new Fed(config, shards, team, withErrors);
            for (int interval = 0; interval < 12; interval++) {
                // more than is held back, now and then, and more than the rings do
                int steps = interval % 3 == 2 ? 50 : 6;
                whole.go(steps);
                sharded.go(steps);
                assertSame(whole, sharded);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 4, false", "4, 1, false", "1, 7, false", "7, 2, false", "4, 3, true"})
    void shouldGoOnInAnotherNumberOfShards(int before, int after, boolean sequences) throws IOException {
        ReplayConfig config = config(false, 2, 1, sequences ? SEQUENCES : SequenceConfig.NONE);
        Fed whole = new Fed(config, 1, Team.alone(), false);
        Fed begun = new Fed(config, before, Team.alone(), false);
        Fed resumed = new Fed(config, after, Team.alone(), false);
        for (int interval = 0; interval < 5; interval++) {
            whole.go(9);
            begun.go(9);
            resumed.go(4); // what it was before does not matter
        }
        resumed.restore(begun);
        resumed.source.goOnAs(begun.source);
        resumed.interval = begun.interval;
        for (int interval = 0; interval < 5; interval++) {
            whole.go(9);
            resumed.go(9);
            assertSame(whole, resumed);
        }
    }

    /** As the batches of one update are. */
    @Test
    void shouldDrawBatchesOfSeveralThreadsAtATime() throws InterruptedException, ExecutionException {
        ReplayConfig config = config(false, 2, 1);
        Fed whole = new Fed(config, 1, Team.alone(), false);
        Fed sharded = new Fed(config, 4, Team.alone(), false);
        whole.go(15);
        sharded.go(15);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            ReplayBatch one = sharded.memory.newBatch(BATCH);
            ReplayBatch other = sharded.memory.newBatch(BATCH);
            for (long round = 0; round < 200; round++) {
                RandomStream first = STREAM.spawn(2 * round);
                RandomStream second = STREAM.spawn(2 * round + 1);
                Future<?> drawn = threads.submit(() -> sharded.memory.sample(one, first, 1));
                Future<?> alsoDrawn = threads.submit(() -> sharded.memory.sample(other, second, 1));
                drawn.get();
                alsoDrawn.get();
                whole.memory.sample(whole.batch, first, 1);
                assertArrayEquals(whole.batch.leaves(), one.leaves());
                whole.memory.sample(whole.batch, second, 1);
                assertArrayEquals(whole.batch.leaves(), other.leaves());
                assertArrayEquals(whole.batch.floatObservations(), other.floatObservations());
            }
        } finally {
            threads.shutdown();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void shouldRefuseShardsWithoutEnvironments(int shards) {
        String message = assertThrows(
                        ConfigurationException.class, () -> ReplayMemory.of(config(false, 1, 1), shards, Team.alone()))
                .getMessage();
        assertTrue(message.contains("--replay-shards"), message);
        assertTrue(message.contains("--num-envs (7)"), message);
    }

    @Test
    void shouldRefuseToDrawWhatIsHeldBackOrNotThere() {
        Fed fed = new Fed(config(false, 1, 1), 2, Team.alone(), false);
        assertThrows(IllegalStateException.class, () -> fed.memory.sample(fed.batch, STREAM, 1));
        fed.source.appendTo(fed.memory, null, ReplayMemory.GREATEST_SO_FAR);
        String message = assertThrows(IllegalStateException.class, () -> fed.memory.sample(fed.batch, STREAM, 1))
                .getMessage();
        assertTrue(message.contains("complete()"), message);
    }

    @Test
    void shouldRefuseErrorsThatAreNoneAndStepsOfBothKinds() {
        Fed fed = new Fed(config(false, 1, 1), 2, Team.alone(), false);
        assertThrows(IllegalArgumentException.class, () -> fed.source.appendTo(fed.memory, null, Double.NaN));
        fed.source.appendTo(fed.memory, null, 0.5);
        assertThrows(
                IllegalStateException.class, () -> fed.source.appendTo(fed.memory, null, ReplayMemory.GREATEST_SO_FAR));
    }
}
