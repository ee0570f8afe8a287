package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.MemoryParts.Part;
import io.htsrl.replay.ReplayShard.ShardRows;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A shard as a replicated state machine: the same numbered commands, the same state. */
class LocalShardTest {
    private static final int ROWS = 8;

    private final ReplayConfig config = new ReplayConfig(60, 2, ObservationSpace.floats(1), 1, 1, 2, 0.9, 0.6, 1e-3);
    private final PriorityScale scale = PriorityScale.of(200);
    private final LocalShard shard = new LocalShard(config, scale);
    private final long one = scale.toUnits(1);

    private StepRows steps(long seed, int count) {
        StepRows rows = new StepRows(config);
        RandomStream draws = RandomStream.root(seed);
        for (int step = 0; step < count; step++) {
            float[] value = {(float) draws.uniform(step)};
            ObservationSlot slot = new ObservationSlot().at(value, 0);
            boolean truncated = draws.uniform(step, 1) < 0.2;
            rows.add(
                    step % 2,
                    slot,
                    value,
                    0,
                    value[0],
                    false,
                    truncated,
                    truncated ? slot : null,
                    ReplayMemory.GREATEST_SO_FAR);
        }
        return rows;
    }

    /** Rows drawn from a shard and read. */
    private ShardRows drawn(LocalShard from, long seed) {
        ShardRows rows = new ShardRows(ROWS);
        long after = from.applied();
        for (int row = 0; row < ROWS; row++) {
            long point = (long)
                    (RandomStream.root(seed).uniform(row) * from.state(after).total());
            rows.add(row, point);
        }
        ReplayBatch batch = new ReplayBatch(ROWS, config, 1);
        from.draw(after, rows, batch);
        from.await(rows, batch);
        for (int row = 0; row < ROWS; row++) {
            rows.units[row] = scale.toUnits(0.1 + row);
        }
        return rows;
    }

    private static byte[] state(ReplayShard shard) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Part part : Part.values()) {
            shard.save(part, new DataOutputStream(bytes));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldBeTheSameAfterTheSameCommandsThoughSomeComeAgain() throws IOException {
        LocalShard replica = new LocalShard(config, scale);
        StepRows last = null;
        for (int interval = 0; interval < 10; interval++) {
            StepRows steps = steps(interval, 40);
            long number = shard.applied() + 1;
            assertTrue(shard.insert(number, steps, one));
            assertTrue(replica.insert(number, steps, one));
            assertFalse(replica.insert(number, steps, one), "it comes again");
            if (last != null) {
                assertFalse(replica.insert(1, last, 7 * one), "an old one comes again");
            }
            last = steps;
            ShardRows rows = drawn(shard, interval);
            assertTrue(shard.setPriorities(number + 1, rows));
            assertTrue(replica.setPriorities(number + 1, rows));
            assertFalse(replica.setPriorities(number + 1, drawn(replica, 99)), "it comes again, with other rows");
            assertArrayEquals(state(shard), state(replica));
            assertEquals(
                    shard.state(number + 1).greatest(),
                    replica.state(number + 1).greatest());
            assertEquals(number + 1, replica.applied());
        }
    }

    @Test
    void shouldRefuseACommandThatComesTooEarly() throws IOException {
        shard.insert(1, steps(1, 30), one);
        byte[] before = state(shard);

        String message = assertThrows(IllegalStateException.class, () -> shard.insert(3, steps(2, 30), one))
                .getMessage();
        ShardRows rows = drawn(shard, 1);
        assertThrows(IllegalStateException.class, () -> shard.setPriorities(4, rows));

        assertTrue(message.contains("command 2 is missing"), message);
        assertArrayEquals(before, state(shard));
        assertEquals(1, shard.applied());
    }

    @Test
    void shouldRefuseQuestionsToAnotherState() {
        shard.insert(1, steps(1, 30), one);
        assertThrows(IllegalStateException.class, () -> shard.state(0).total());
        assertThrows(IllegalStateException.class, () -> shard.state(2).total());
        assertThrows(IllegalStateException.class, () -> shard.draw(2, new ShardRows(1), null));
        assertThrows(IllegalStateException.class, () -> shard.draw(0, new ShardRows(1), null));
        assertThrows(IllegalStateException.class, () -> shard.copyLeaves(0, 0, 1, 1, new long[1], 0));
        assertTrue(shard.state(1).total() > 0);
    }

    @Test
    void shouldPassOverWhatWasOverwrittenBeforeItsPriorityCame() throws IOException {
        shard.insert(1, steps(1, 40), one);
        ShardRows rows = drawn(shard, 1);
        shard.insert(2, steps(2, 64), one);
        byte[] before = state(shard);

        shard.setPriorities(3, rows);

        assertArrayEquals(before, state(shard));
        assertEquals(one, shard.state(3).greatest());
    }
}
