package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Disk.DraftFile;
import io.htsrl.checkpoints.Header.Part;
import io.htsrl.core.state.RawArrays.Content;
import io.htsrl.storage.BitHasher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes images into files: the whole file or nothing. Blocks are written first, except those that are there already.
 * Reusable, for its buffers; one thread at a time.
 */
final class CheckpointDraft {
    private final Disk disk;
    private final DraftOutput data = new DraftOutput();
    private final DraftOutput block = new DraftOutput();
    private final Set<Path> known = new HashSet<>();
    private Path target;

    CheckpointDraft(Disk disk) {
        this.disk = disk;
    }

    /**
     * Writes {@code image}, and replaces an existing file. The file and its blocks are durable when this returns.
     *
     * @throws CheckpointException when it cannot be written; the draft is deleted, all else is unchanged
     */
    void write(Path file, CheckpointImage image) {
        target = file;
        try {
            WholeFiles.write(disk, target, draft -> fill(draft, image));
        } catch (IOException e) {
            throw CheckpointException.unwritable(target, e);
        }
    }

    private void fill(DraftFile draft, CheckpointImage image) throws IOException {
        List<Part> layout = image.layout();
        byte[] header = Header.encode(image.metadata(), layout);
        data.begin(draft);
        data.hasher.bytes(header, 0, header.length);
        draft.write(header, 0, header.length);
        image.writeTo(data, layout);
        data.end();
        draft.complete(Header.CHECKSUM_AT, data.hasher.hex().getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Writes a block unless it is there, and returns the reference. Hashes it first: most blocks are there. One that
     * this object has not written is verified once, since it may be damaged.
     */
    private BlockReference reference(long at, Content content) throws IOException {
        BlockReference reference = write(at, content, null);
        boolean first = known.add(reference.file(target));
        if (!(first ? reference.isIntact(target) : reference.isThere(target))) {
            Path file = reference.file(target);
            Files.createDirectories(file.getParent());
            WholeFiles.write(disk, file, draft -> {
                if (!write(at, content, draft).equals(reference)) {
                    throw new IllegalStateException("block " + reference.name() + " changed while it was written");
                }
                draft.complete(0, new byte[0]);
            });
        }
        return reference;
    }

    private BlockReference write(long at, Content content, DraftFile draft) throws IOException {
        block.begin(draft);
        content.writeTo(block);
        block.end();
        return new BlockReference(at, block.count(), block.hasher.high(), block.hasher.low());
    }

    /** An output into a draft that hashes each chunk; without a draft it only hashes. Reusable; one thread. */
    final class DraftOutput extends ChunkOutput {
        private final BitHasher hasher = new BitHasher();
        private final List<BlockReference> references = new ArrayList<>();
        private DraftFile file;

        private DraftOutput() {
            super(newChunk());
        }

        private void begin(DraftFile draft) {
            file = draft;
            hasher.restart(0, 0);
            references.clear();
            restart(chunk());
        }

        @Override
        ByteBuffer next(ByteBuffer full) throws IOException {
            emit(full, CHUNK_BYTES);
            return full;
        }

        /** Writes and hashes the last, partial chunk. */
        private void end() throws IOException {
            emit(chunk(), used());
            file = null;
        }

        private void emit(ByteBuffer bytes, int length) throws IOException {
            hasher.bytes(bytes.array(), 0, length);
            if (file != null) {
                file.write(bytes.array(), 0, length);
            }
        }

        @Override
        public void writeBlock(Content content) throws IOException {
            references.add(reference(count(), content));
        }

        /** Writes the references to the blocks since the last call. */
        void writeReferences() throws IOException {
            for (BlockReference reference : references) {
                reference.write(this);
            }
            references.clear();
        }
    }
}
