package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A checkpoint's reference to a block: bytes that several checkpoints may have in common, in a file of their own named
 * by their hash. Immutable.
 *
 * @param at position in the data section where the block belongs
 * @param length of the block in bytes
 * @param high of its hash, which is {@link BitHasher}'s over pieces of {@link ChunkOutput#CHUNK_BYTES}
 * @param low of its hash
 */
record BlockReference(long at, long length, long high, long low) {
    static final int BYTES = 4 * Long.BYTES;
    /** Name of the blocks' folder, beside the checkpoints. */
    static final String FOLDER = "blocks";

    static BlockReference read(DataInput in) throws IOException {
        return new BlockReference(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    /** Returns a reference to the same block in another position. */
    BlockReference at(long position) {
        return new BlockReference(position, length, high, low);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(at);
        out.writeLong(length);
        out.writeLong(high);
        out.writeLong(low);
    }

    /** Returns the name of the block's file: its hash in hexadecimal digits. */
    String name() {
        return String.format("%016x%016x", high, low);
    }

    /** Returns the block's file beside a checkpoint. */
    Path file(Path checkpoint) {
        return checkpoint.resolveSibling(FOLDER).resolve(name());
    }

    /** Returns whether the block beside a checkpoint is there in full length. */
    boolean isThere(Path checkpoint) throws IOException {
        Path file = file(checkpoint);
        return Files.isRegularFile(file) && Files.size(file) == length;
    }

    /** Returns whether the block beside a checkpoint is there, and its content has its hash. */
    boolean isIntact(Path checkpoint) throws IOException {
        if (!isThere(checkpoint)) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file(checkpoint).toFile(), "r")) {
            return CheckpointFile.hash(in, length, new BitHasher()).equals(name());
        }
    }

    /** Returns whether it belongs in a part, behind {@code before}. */
    boolean fits(Part part, long before) {
        return length >= 0 && at >= Math.max(before, part.begin()) && at <= part.end();
    }
}
