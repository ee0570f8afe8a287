package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Frames of unsigned bytes, stored as they are. The thread rule is {@link FrameStore}'s. */
final class ByteFrames extends FrameStore {
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(byte[][].class);

    private final byte[][] chunks;
    private final int rows;

    ByteFrames(int size, int rows) {
        super(size);
        this.rows = rows;
        this.chunks = new byte[chunks(rows)][];
    }

    @Override
    void write(int row, ObservationSlot from) {
        System.arraycopy(from.bytes(), from.offset(), chunkOf(row), offset(row), size);
    }

    @Override
    void read(int row, ObservationSlot stack, int frame) {
        byte[] chunk = chunks[chunk(row)];
        if (chunk != null) { // null only for a reader that was overtaken and will be told so
            System.arraycopy(chunk, offset(row), stack.bytes(), stack.offset() + frame * size, size);
        }
    }

    @Override
    void clear(ObservationSlot stack, int frames) {
        Arrays.fill(stack.bytes(), stack.offset(), stack.offset() + frames * size, (byte) 0);
    }

    @Override
    void save(int row, DataOutput out) throws IOException {
        Bulk.write(out, chunks[chunk(row)], offset(row), size);
    }

    @Override
    void load(int row, DataInput in) throws IOException {
        Bulk.read(in, chunkOf(row), offset(row), size);
    }

    /** Whoever writes into a chunk first allocates it; of two at once, one. */
    private byte[] chunkOf(int row) {
        int chunk = chunk(row);
        byte[] found = (byte[]) CHUNKS.getAcquire(chunks, chunk);
        if (found != null) {
            return found;
        }
        byte[] made = new byte[chunkElements(chunk, rows)];
        byte[] before = (byte[]) CHUNKS.compareAndExchange(chunks, chunk, null, made);
        return before == null ? made : before;
    }
}
