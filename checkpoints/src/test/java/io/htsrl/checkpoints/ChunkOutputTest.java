package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.htsrl.checkpoints.CheckpointImage.CountingOutput;
import io.htsrl.checkpoints.CheckpointImage.MemoryOutput;
import io.htsrl.core.state.RawArrays.Content;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ChunkOutputTest {

    @Provide
    Arbitrary<List<Step>> steps() {
        return Step.lists();
    }

    @Property(tries = 60)
    void shouldCountTheBytesThatTheJdkWrites(@ForAll("steps") List<Step> steps) throws IOException {
        CountingOutput counter = new CountingOutput();
        MemoryOutput memory = new MemoryOutput();
        memory.write(new byte[100]); // an earlier use
        memory.clear();
        Step.write(steps, counter);
        Step.write(steps, memory);

        int length = Step.bytes(steps).length;
        assertEquals(length, counter.count());
        assertEquals(length, memory.count());
    }

    @Test
    void shouldUseTheSameMemoryAgain() throws IOException {
        MemoryOutput memory = new MemoryOutput();
        List<ByteBuffer> first = fill(memory);
        memory.clear();
        List<ByteBuffer> second = fill(memory);

        for (int i = 0; i < first.size(); i++) {
            assertSame(first.get(i), second.get(i));
        }
    }

    /** Collects what is written in stretches. */
    private static final class Collected extends ChunkOutput {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Collected() {
            super(newChunk());
        }

        @Override
        ByteBuffer next(ByteBuffer full) {
            return full;
        }

        @Override
        public void write(byte[] values, int offset, int length) {
            bytes.write(values, offset, length);
        }
    }

    @Test
    void shouldKeepWhatIsSharedWithoutACopy() throws IOException {
        MemoryOutput memory = new MemoryOutput();
        byte[] shared = new byte[300_000];
        shared[299_999] = 7;
        memory.write(1);
        MemoryOutput.Mark begin = memory.mark();
        memory.writeShared(shared);
        memory.write(2);
        memory.writeShared(new byte[] {3});
        Content written = memory.since(begin);
        memory.writeShared(new byte[] {4});
        Collected copy = new Collected();

        written.writeTo(copy);

        assertEquals(2, memory.count(), "copied");
        assertEquals(300_002, copy.bytes.size());
        assertEquals(7, copy.bytes.toByteArray()[299_999]);
        assertEquals(2, copy.bytes.toByteArray()[300_000]);
        assertEquals(3, copy.bytes.toByteArray()[300_001]);
    }

    private static List<ByteBuffer> fill(MemoryOutput memory) throws IOException {
        List<ByteBuffer> chunks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            chunks.add(memory.chunk());
            memory.write(new byte[ChunkOutput.CHUNK_BYTES]);
            memory.write(1);
        }
        return chunks;
    }
}
