package io.htsrl.checkpoints;

import io.htsrl.core.state.RawArrays.BulkOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An output that fills chunks of one size, and requests a new one when one is full: single values cost about a
 * nanosecond, arrays a memory copy. NaNs keep their bits. One thread; allocates nothing but chunks.
 */
abstract class ChunkOutput extends OutputStream implements BulkOutput {
    static final int CHUNK_BYTES = 1 << 16;

    private static final VarHandle INT = bigEndian(int[].class);
    private static final VarHandle LONG = bigEndian(long[].class);

    private ByteBuffer chunk;
    private byte[] bytes;
    private int used;
    private long passed; // bytes in the chunks before this one

    /** Creates an output with the chunk {@code first}, from {@link #newChunk}. */
    ChunkOutput(ByteBuffer first) {
        restart(first);
    }

    private static VarHandle bigEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    static ByteBuffer newChunk() {
        return ByteBuffer.allocate(CHUNK_BYTES);
    }

    /** Takes a full chunk and returns one to fill, perhaps the same. */
    abstract ByteBuffer next(ByteBuffer full) throws IOException;

    final void restart(ByteBuffer first) {
        fill(first);
        passed = 0;
    }

    private void fill(ByteBuffer empty) {
        chunk = empty;
        bytes = empty.array();
        used = 0;
    }

    /** Returns the number of bytes written so far. */
    long count() {
        return passed + used;
    }

    /** Returns the number of bytes in the current chunk. */
    final int used() {
        return used;
    }

    final ByteBuffer chunk() {
        return chunk;
    }

    /** Returns the number of bytes that fit into the chunk; exchanges a full chunk first. */
    private int room() throws IOException {
        if (used == CHUNK_BYTES) {
            ByteBuffer empty = next(chunk);
            passed += CHUNK_BYTES;
            fill(empty);
        }
        return CHUNK_BYTES - used;
    }

    @Override
    public final void write(int value) throws IOException {
        room();
        bytes[used++] = (byte) value;
    }

    @Override
    public void write(byte[] values, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int count = Math.min(room(), length - done);
            System.arraycopy(values, offset + done, bytes, used, count);
            used += count;
            done += count;
        }
    }

    /** Writes the low {@code width} bytes of a value, the highest first, across the end of a chunk. */
    private void split(long value, int width) throws IOException {
        for (int shift = Byte.SIZE * (width - 1); shift >= 0; shift -= Byte.SIZE) {
            write((int) (value >>> shift));
        }
    }

    @Override
    public final void writeBoolean(boolean value) throws IOException {
        write(value ? 1 : 0);
    }

    @Override
    public final void writeByte(int value) throws IOException {
        write(value);
    }

    @Override
    public final void writeShort(int value) throws IOException {
        split(value, Short.BYTES);
    }

    @Override
    public final void writeChar(int value) throws IOException {
        split(value, Character.BYTES);
    }

    @Override
    public final void writeInt(int value) throws IOException {
        int at = used;
        if (at > CHUNK_BYTES - Integer.BYTES) {
            split(value, Integer.BYTES);
        } else {
            INT.set(bytes, at, value);
            used = at + Integer.BYTES;
        }
    }

    @Override
    public final void writeLong(long value) throws IOException {
        int at = used;
        if (at > CHUNK_BYTES - Long.BYTES) {
            split(value, Long.BYTES);
        } else {
            LONG.set(bytes, at, value);
            used = at + Long.BYTES;
        }
    }

    @Override
    public final void writeFloat(float value) throws IOException {
        writeInt(Float.floatToRawIntBits(value));
    }

    @Override
    public final void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToRawLongBits(value));
    }

    // ---- rare, so they may allocate ----

    @Override
    public final void writeBytes(String text) throws IOException {
        new DataOutputStream(this).writeBytes(text);
    }

    @Override
    public final void writeChars(String text) throws IOException {
        new DataOutputStream(this).writeChars(text);
    }

    @Override
    public final void writeUTF(String text) throws IOException {
        new DataOutputStream(this).writeUTF(text);
    }
}
