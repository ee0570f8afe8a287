package io.htsrl.checkpoints;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An output into memory that grows by chunks and keeps them for the next use. One thread at a time. */
final class MemoryOutput extends ChunkOutput {
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private int current;

    MemoryOutput() {
        super(newChunk());
        chunks.add(chunk());
    }

    /** Forgets what was written. */
    void clear() {
        current = 0;
        restart(chunks.get(0));
    }

    @Override
    ByteBuffer next(ByteBuffer full) {
        if (++current == chunks.size()) {
            chunks.add(newChunk());
        }
        return chunks.get(current);
    }

    /** Writes the bytes from {@code begin} on, as counted by {@link #count}. */
    void copyTo(ChunkOutput out, long begin, long length) throws IOException {
        for (long done = 0; done < length; ) {
            int offset = (int) ((begin + done) % CHUNK_BYTES);
            int count = (int) Math.min(CHUNK_BYTES - offset, length - done);
            out.write(chunks.get((int) ((begin + done) / CHUNK_BYTES)).array(), offset, count);
            done += count;
        }
    }
}
