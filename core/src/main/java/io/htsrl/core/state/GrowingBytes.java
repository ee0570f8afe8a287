package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that are appended to, and cleared as a whole. They are stored in blocks; a full block never changes again, and
 * outputs may keep a reference to it: writing appended data costs only its size. One thread at a time; allocates a
 * block at a time.
 */
public final class GrowingBytes {
    private static final int BLOCK = 1 << 16;
    private static final int FIRST = 1 << 10;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<byte[]> full = new ArrayList<>();
    private byte[] open = new byte[FIRST];
    private int used; // of the open block

    public long length() {
        return (long) full.size() * BLOCK + used;
    }

    /** Clears all bytes; blocks that outputs still reference stay unchanged. */
    public void clear() {
        full.clear();
        used = 0;
    }

    public void append(byte[] source) {
        for (int done = 0; done < source.length; ) {
            makeRoom();
            int count = Math.min(open.length - used, source.length - done);
            System.arraycopy(source, done, open, used, count);
            used += count;
            done += count;
        }
    }

    /**
     * Appends raw little-endian bits, as {@link RawArrays} writes them; the present length must be a multiple of four.
     */
    public void append(float[] source, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            makeRoom();
            INT.set(open, used, Float.floatToRawIntBits(source[i]));
            used += Float.BYTES;
        }
    }

    private void makeRoom() {
        if (used < open.length) {
            return;
        }
        byte[] larger = new byte[Math.min(BLOCK, 2 * used)];
        if (used == BLOCK) {
            full.add(open);
            used = 0;
        } else {
            System.arraycopy(open, 0, larger, 0, used);
        }
        open = larger;
    }

    /** Reads floats that begin at byte {@code at}. */
    public void read(long at, float[] target) {
        for (int i = 0; i < target.length; i++) {
            long from = at + (long) i * Float.BYTES;
            byte[] block = from / BLOCK < full.size() ? full.get((int) (from / BLOCK)) : open;
            target[i] = Float.intBitsToFloat((int) INT.get(block, (int) (from % BLOCK)));
        }
    }

    /** Returns a copy of the bytes from {@code begin} to the end. */
    public byte[] from(long begin) {
        byte[] copy = new byte[Math.toIntExact(length() - begin)];
        int done = 0;
        while (done < copy.length) {
            int block = (int) ((begin + done) / BLOCK);
            int offset = (int) ((begin + done) % BLOCK);
            int count = Math.min(BLOCK - offset, copy.length - done);
            System.arraycopy(block < full.size() ? full.get(block) : open, offset, copy, done, count);
            done += count;
        }
        return copy;
    }

    public void writeTo(DataOutput out) throws IOException {
        for (byte[] block : full) {
            RawArrays.writeShared(out, block);
        }
        out.write(open, 0, used);
    }

    /** Reads the next {@code length} bytes of {@code in}; truncated input is detected before memory is reserved. */
    public void readFrom(DataInput in, long length) throws IOException {
        clear();
        for (long left = length; left > 0; left -= used) {
            makeRoomForBlock();
            used = (int) Math.min(BLOCK, left);
            in.readFully(open, 0, used);
        }
    }

    /** Reads a length and as many bytes; truncated input is detected before memory is reserved. */
    public static byte[] readSized(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("a state of " + length + " bytes cannot be read");
        }
        GrowingBytes bytes = new GrowingBytes();
        bytes.readFrom(in, length);
        return bytes.from(0);
    }

    private void makeRoomForBlock() {
        if (used > 0) {
            full.add(open);
        }
        if (used > 0 || open.length < BLOCK) {
            open = new byte[BLOCK];
            used = 0;
        }
    }
}
