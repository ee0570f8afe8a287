package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.RawArrays.BulkOutput;
import io.htsrl.core.state.RawArrays.Content;
import io.htsrl.core.work.Team;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryFormatTest {
    private static final int ENVIRONMENTS = 3;
    /** Steps of all environments: more than 4 MB, so that they are saved in blocks. */
    private static final int LARGE = 400_000;

    /** An output that keeps the blocks apart. */
    private static final class BlockOutput extends DataOutputStream implements BulkOutput {
        final List<String> blocks = new ArrayList<>();

        BlockOutput() {
            super(new ByteArrayOutputStream());
        }

        @Override
        public void writeBlock(Content block) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            block.writeTo(new DataOutputStream(bytes));
            blocks.add(Arrays.hashCode(bytes.toByteArray()) + " " + bytes.size() + " bytes");
        }
    }

    private static ReplayConfig config(int capacity, double alpha) {
        return new ReplayConfig(
                capacity, ENVIRONMENTS, ObservationSpace.bytes(RandomEpisodes.FRAME), 1, 1, 2, 0.9, alpha, 1e-6);
    }

    private static void append(ReplayMemory memory, RandomEpisodes source, int steps) {
        for (int step = 0; step < steps * ENVIRONMENTS; step++) {
            source.appendTo(memory, null, ReplayMemory.GREATEST_SO_FAR);
        }
        memory.complete();
    }

    private static void learn(ReplayMemory memory, int seed) {
        ReplayBatch batch = memory.newBatch(16);
        memory.sample(batch, RandomStream.root(seed), 0.5);
        memory.updatePriorities(batch, new float[16]);
    }

    private static List<String> blocks(ReplayMemory memory) throws IOException {
        BlockOutput out = new BlockOutput();
        memory.save(out);
        return out.blocks;
    }

    private static byte[] saved(ReplayMemory memory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        memory.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void shouldChangeFewBlocksFromOneCheckpointToTheNext() throws IOException {
        ReplayConfig config = config(LARGE, 0.6);
        ReplayMemory memory = new PrioritizedReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, 1);
        for (int steps : new int[] {70_000, 30_000, 150_000}) { // half full, not yet full, and written over
            append(memory, source, steps);
            List<String> before = blocks(memory);
            append(memory, source, 1000);
            learn(memory, steps);
            List<String> after = blocks(memory);
            assertTrue(after.size() > config.ringLength() / 2 / config.blockLength(), after::toString);
            after.removeAll(new HashSet<>(before));
            assertTrue(after.size() <= 5, after::toString);
        }
    }

    @Test
    void shouldSaveASmallMemoryInOnePiece() throws IOException {
        ReplayConfig config = config(LARGE / 2, 0.6);
        ReplayMemory memory = new PrioritizedReplay(config);
        append(memory, new RandomEpisodes(config, 1), 20);
        assertEquals(List.of(), blocks(memory));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 150_000})
    void shouldLoadBlocksInAnyNumberOfShards(int steps) throws IOException {
        ReplayConfig config = config(LARGE, 0.6);
        ReplayMemory memory = new PrioritizedReplay(config);
        append(memory, new RandomEpisodes(config, 1), steps);
        if (steps > 0) {
            learn(memory, 1);
        }
        byte[] saved = saved(memory);
        ReplayMemory sharded = ReplayMemory.of(config, 2, Team.alone());
        append(sharded, new RandomEpisodes(config, 2), 100_000); // what it held before is gone
        sharded.restore(new DataInputStream(new ByteArrayInputStream(saved)));
        assertArrayEquals(saved, saved(sharded));
        assertEquals(memory.drawn(), sharded.drawn());
        assertEquals(memory.size(), sharded.size());
    }

    @Test
    void shouldNeedOneByteForALeafOfAUniformMemory() throws IOException {
        ReplayConfig config = new ReplayConfig(3000, 3, ObservationSpace.bytes(3), 1, 1, 1, 0.9, 0, 1e-6);
        ReplayMemory memory = new PrioritizedReplay(config);
        RandomEpisodes source = new RandomEpisodes(config, 1);
        append(memory, source, 100);
        learn(memory, 1);
        int before = saved(memory).length;
        append(memory, source, 100);
        int rows = saved(memory).length - before;
        int perRow = 3 + 2 * Float.BYTES + 1 + 1; // frame, action and reward, flags, leaf
        assertTrue(rows >= 300 * perRow && rows < 330 * perRow, "bytes: " + rows); // some final observations
    }
}
