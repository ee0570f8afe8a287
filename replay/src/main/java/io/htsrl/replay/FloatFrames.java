package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Frames of 32-bit floats. The thread rule is {@link FrameStore}'s. */
final class FloatFrames extends FrameStore {
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(float[][].class);

    private final float[][] chunks;
    private final int rows;

    FloatFrames(int size, int rows) {
        super(size);
        this.rows = rows;
        this.chunks = new float[chunks(rows)][];
    }

    @Override
    void write(int row, ObservationSlot from) {
        System.arraycopy(from.floats(), from.offset(), chunkOf(row), offset(row), size);
    }

    @Override
    void read(int row, ObservationSlot stack, int frame) {
        float[] chunk = chunks[chunk(row)];
        if (chunk != null) { // null only for a reader that was overtaken and will be told so
            System.arraycopy(chunk, offset(row), stack.floats(), stack.offset() + frame * size, size);
        }
    }

    @Override
    void clear(ObservationSlot stack, int frames) {
        Arrays.fill(stack.floats(), stack.offset(), stack.offset() + frames * size, 0f);
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
    private float[] chunkOf(int row) {
        int chunk = chunk(row);
        float[] found = (float[]) CHUNKS.getAcquire(chunks, chunk);
        if (found != null) {
            return found;
        }
        float[] made = new float[chunkElements(chunk, rows)];
        float[] before = (float[]) CHUNKS.compareAndExchange(chunks, chunk, null, made);
        return before == null ? made : before;
    }
}
