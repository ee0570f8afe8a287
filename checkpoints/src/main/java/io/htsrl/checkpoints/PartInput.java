package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads one part of a checkpoint and nothing beyond it: reading past its end throws {@link CheckpointException}, which
 * names the part. One thread; parts of one file may be read in turns.
 */
public final class PartInput implements DataInput {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path path;
    private final RandomAccessFile file;
    private final long base;
    private final String name;
    private final long size;
    private final ByteBuffer buffer;
    private final byte[] bytes;
    private long fetched; // bytes of the part that have been in the buffer
    private int at;
    private int limit;

    /** @param dataBegin of the file's data section */
    PartInput(Path path, RandomAccessFile file, long dataBegin, Part part) {
        this.path = path;
        this.file = file;
        this.base = dataBegin + part.begin();
        this.name = part.name();
        this.size = part.bytes();
        this.buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, size));
        this.bytes = buffer.array();
    }

    /** The bytes that are left to read. */
    public long remaining() {
        return size - fetched + limit - at;
    }

    /**
     * Ends the reading.
     *
     * @throws CheckpointException when bytes are left: the reader expects another part than the writer wrote
     */
    public void finish() {
        if (remaining() > 0) {
            throw mismatch("has " + size + " bytes, of which only " + (size - remaining()) + " are read");
        }
    }

    private CheckpointException mismatch(String what) {
        return CheckpointException.refused(
                path,
                "does not fit: its part " + name + " " + what + "; another build or another configuration wrote it");
    }

    /** Makes the next {@code width} bytes lie in the buffer. */
    private void need(int width) throws IOException {
        if (limit - at >= width) {
            return;
        }
        if (remaining() < width) {
            throw mismatch("ends after " + size + " bytes, and more are read");
        }
        System.arraycopy(bytes, at, bytes, 0, limit - at);
        limit -= at;
        at = 0;
        int count = (int) Math.min(bytes.length - limit, size - fetched);
        file.seek(base + fetched);
        file.readFully(bytes, limit, count);
        fetched += count;
        limit += count;
    }

    @Override
    public void readFully(byte[] values) throws IOException {
        readFully(values, 0, values.length);
    }

    @Override
    public void readFully(byte[] values, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int count = ready(length - done);
            System.arraycopy(bytes, at, values, offset + done, count);
            at += count;
            done += count;
        }
    }

    /** The bytes that can be had at once, at least one, {@code wanted} at most. */
    private int ready(int wanted) throws IOException {
        need(1);
        return Math.min(limit - at, wanted);
    }

    @Override
    public int skipBytes(int count) throws IOException {
        int skipped = (int) Math.min(Math.max(count, 0), remaining());
        for (int left = skipped; left > 0; ) {
            int step = ready(left);
            at += step;
            left -= step;
        }
        return skipped;
    }

    @Override
    public byte readByte() throws IOException {
        need(1);
        return bytes[at++];
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return readByte() & 0xff;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public short readShort() throws IOException {
        need(Short.BYTES);
        at += Short.BYTES;
        return buffer.getShort(at - Short.BYTES);
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xffff;
    }

    @Override
    public char readChar() throws IOException {
        return (char) readShort();
    }

    @Override
    public int readInt() throws IOException {
        need(Integer.BYTES);
        at += Integer.BYTES;
        return buffer.getInt(at - Integer.BYTES);
    }

    @Override
    public long readLong() throws IOException {
        need(Long.BYTES);
        at += Long.BYTES;
        return buffer.getLong(at - Long.BYTES);
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public String readUTF() throws IOException {
        return DataInputStream.readUTF(this);
    }

    /** @throws UnsupportedOperationException always: a part holds no lines */
    @Override
    public String readLine() {
        throw new UnsupportedOperationException("a part holds no lines; texts are written with writeUTF");
    }
}
