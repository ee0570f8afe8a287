package io.htsrl.checkpoints;

import io.htsrl.checkpoints.disk.DraftFile;
import io.htsrl.storage.BitHasher;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An output into a draft's data section that hashes, chunk by chunk, what goes through. Reusable; one thread. */
final class DraftOutput extends ChunkOutput {
    private final BitHasher hasher;
    private DraftFile file;

    DraftOutput(BitHasher hasher) {
        super(newChunk());
        this.hasher = hasher;
    }

    /** Begins a data section. */
    void begin(DraftFile draft) {
        file = draft;
        restart(chunk());
    }

    @Override
    ByteBuffer next(ByteBuffer full) throws IOException {
        emit(full, CHUNK_BYTES);
        return full;
    }

    /** Ends the data section: writes and hashes the chunk that is not full. */
    void end() throws IOException {
        emit(chunk(), used());
        file = null;
    }

    private void emit(ByteBuffer bytes, int length) throws IOException {
        hasher.bytes(bytes.array(), 0, length);
        file.write(bytes.array(), 0, length);
    }
}
