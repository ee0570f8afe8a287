package io.htsrl.replay;

import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Stores one row per frame, in chunks of at most 64 MB that are allocated when first written: a Java array ends at 2^31
 * elements, and 1e6 Atari frames are 7e9 bytes. Each row has one writer, and any threads may write different rows;
 * readers see a row when its writer has published it.
 */
final class FrameStore {
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(ObservationArray[].class);
    private static final int CHUNK_ELEMENTS = 1 << 26;

    private final ObservationSpace.Kind kind;
    private final int size;
    private final FramePacking packing; // null where frames are stored as they are
    private final ObservationSpace.Kind storedKind;
    private final int storedSize;
    private final int rows;
    private final int chunkShift;
    private final ObservationArray[] chunks;

    FrameStore(ObservationSpace space, int rows) {
        this.kind = space.kind();
        this.size = space.size();
        this.packing = FramePacking.of(space).orElse(null);
        this.storedKind = packing == null ? kind : ObservationSpace.Kind.UINT8;
        this.storedSize = packing == null ? size : packing.size();
        this.rows = rows;
        this.chunkShift = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHUNK_ELEMENTS / storedSize));
        this.chunks = new ObservationArray[chunk(rows - 1) + 1];
    }

    /** Copies a frame into a row. */
    void write(int row, ObservationSlot from) {
        ObservationArray chunk = chunkOf(row);
        if (packing == null) {
            chunk.write(inChunk(row), from);
        } else {
            packing.pack(from.floats(), from.offset(), chunk.bytes(), inChunk(row) * storedSize);
        }
    }

    /** Copies a row into row {@code frame} of a stack. */
    void read(int row, ObservationSlot stack, int frame) {
        ObservationArray chunk = chunks[chunk(row)];
        if (chunk == null) {
            return; // a reader that was overtaken, which will detect it
        }
        if (packing == null) {
            chunk.read(inChunk(row), stack, frame * size);
        } else {
            int to = stack.offset() + frame * size;
            packing.unpack(chunk.bytes(), inChunk(row) * storedSize, stack.floats(), to);
        }
    }

    /** Fills the {@code frames} frames of a stack with zeros. */
    void clear(ObservationSlot stack, int frames) {
        int from = stack.offset();
        if (kind == ObservationSpace.Kind.FLOAT32) {
            Arrays.fill(stack.floats(), from, from + frames * size, 0f);
        } else {
            Arrays.fill(stack.bytes(), from, from + frames * size, (byte) 0);
        }
    }

    /** Writes the rows of {@code [first, end)}. */
    void save(int first, int end, DataOutput out) throws IOException {
        for (int row = first; row < end; row = endInChunk(row, end)) {
            chunks[chunk(row)].save(inChunk(row), endInChunk(row, end) - row, out);
        }
    }

    void load(int first, int end, DataInput in) throws IOException {
        for (int row = first; row < end; row = endInChunk(row, end)) {
            chunkOf(row).load(inChunk(row), endInChunk(row, end) - row, in);
        }
    }

    /** Returns the end of the rows up to {@code end} that are in the chunk of {@code row}. */
    private int endInChunk(int row, int end) {
        return (int) Math.min(end, (chunk(row) + 1L) << chunkShift);
    }

    int chunk(int row) {
        return row >>> chunkShift;
    }

    private int inChunk(int row) {
        return row & (1 << chunkShift) - 1;
    }

    private ObservationArray chunkOf(int row) {
        int chunk = chunk(row);
        ObservationArray found = (ObservationArray) CHUNKS.getAcquire(chunks, chunk);
        if (found != null) {
            return found;
        }
        ObservationArray made =
                new ObservationArray(storedKind, Math.min(1 << chunkShift, rows - (chunk << chunkShift)), storedSize);
        ObservationArray before = (ObservationArray) CHUNKS.compareAndExchange(chunks, chunk, null, made);
        return before == null ? made : before;
    }
}
