package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One row per stored frame, in chunks of at most 64 MB that are allocated when first written: a Java array ends at
 * 2^31 elements, and 1e6 Atari frames are 7e9 bytes. One writer
 * for each row, different rows by any threads; readers see a row when its writer has published it.
 */
abstract class FrameStore {
    private static final int CHUNK_ELEMENTS = 1 << 26;

    final int size;
    private final int chunkShift;

    FrameStore(int size) {
        this.size = size;
        this.chunkShift = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHUNK_ELEMENTS / size));
    }

    static FrameStore of(ObservationSpace space, int rows) {
        return space.kind() == ObservationSpace.Kind.FLOAT32
                ? new FloatFrames(space.size(), rows)
                : new ByteFrames(space.size(), rows);
    }

    /** Copies a frame into a row. */
    abstract void write(int row, ObservationSlot from);

    /** Copies a row into row {@code frame} of a stack. */
    abstract void read(int row, ObservationSlot stack, int frame);

    /** Fills the {@code frames} frames of a stack with zeros. */
    abstract void clear(ObservationSlot stack, int frames);

    abstract void save(int row, DataOutput out) throws IOException;

    abstract void load(int row, DataInput in) throws IOException;

    int chunks(int rows) {
        return chunk(rows - 1) + 1;
    }

    int chunk(int row) {
        return row >>> chunkShift;
    }

    int offset(int row) {
        return (row & (1 << chunkShift) - 1) * size;
    }

    int chunkElements(int chunk, int rows) {
        return Math.min(1 << chunkShift, rows - (chunk << chunkShift)) * size;
    }
}
