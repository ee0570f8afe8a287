package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import io.htsrl.checkpoints.disk.Disk;
import io.htsrl.checkpoints.disk.Disk.DraftFile;
import io.htsrl.checkpoints.disk.WholeFiles;
import io.htsrl.storage.BitHasher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes images into files: the whole file or nothing. Reusable, for its buffers; one thread at a time. */
final class CheckpointDraft {
    private final Disk disk;
    private final BitHasher hasher = new BitHasher();
    private final DraftOutput data = new DraftOutput(hasher);

    CheckpointDraft(Disk disk) {
        this.disk = disk;
    }

    /**
     * Writes {@code image}, and replaces an existing file. The file is durable when this returns.
     *
     * @throws CheckpointException when it cannot be written; the draft is deleted, all else is unchanged
     */
    void write(Path target, CheckpointImage image) {
        try {
            WholeFiles.write(disk, target, draft -> fill(draft, image));
        } catch (IOException e) {
            throw CheckpointException.unwritable(target, e);
        }
    }

    private void fill(DraftFile draft, CheckpointImage image) throws IOException {
        List<Part> layout = image.layout();
        byte[] header = Header.encode(image.metadata(), layout);
        hasher.restart(0, 0);
        hasher.bytes(header, 0, header.length);
        draft.write(header, 0, header.length);
        data.begin(draft);
        image.writeTo(data, layout);
        data.end();
        draft.complete(Header.CHECKSUM_AT, hasher.hex().getBytes(StandardCharsets.US_ASCII));
    }

    /** An output into a draft's data section that hashes each chunk. Reusable; one thread. */
    private static final class DraftOutput extends ChunkOutput {
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

        /** Ends the data section: writes and hashes the last, partial chunk. */
        void end() throws IOException {
            emit(chunk(), used());
            file = null;
        }

        private void emit(ByteBuffer bytes, int length) throws IOException {
            hasher.bytes(bytes.array(), 0, length);
            file.write(bytes.array(), 0, length);
        }
    }
}
