package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes and reads ranges of arrays: raw bits, little-endian, without their length. They are copied in chunks, at about
 * the speed of memory; single values are big-endian, as usual in Java. Stateless, any thread; one thread per stream.
 */
public final class RawArrays {
    private static final int CHUNK_BYTES = 1 << 13;

    private RawArrays() {}

    /** Copies {@code count} values from {@code from} on between an array and the front of a chunk. */
    private interface Copy {
        void values(ByteBuffer chunk, int from, int count);
    }

    private static void write(DataOutput out, int width, int offset, int length, Copy copy) throws IOException {
        if (out instanceof BulkOutput bulk && bulk.leavesOut((long) length * width)) {
            return;
        }
        ByteBuffer chunk = chunk(width, length);
        for (int done = 0; done < length; ) {
            int count = Math.min(chunk.capacity() / width, length - done);
            copy.values(chunk, offset + done, count);
            out.write(chunk.array(), 0, count * width);
            done += count;
        }
    }

    private static void read(DataInput in, int width, int offset, int length, Copy copy) throws IOException {
        ByteBuffer chunk = chunk(width, length);
        for (int done = 0; done < length; ) {
            int count = Math.min(chunk.capacity() / width, length - done);
            in.readFully(chunk.array(), 0, count * width);
            copy.values(chunk, offset + done, count);
            done += count;
        }
    }

    private static ByteBuffer chunk(int width, int length) {
        int bytes = (int) Math.min((long) length * width, CHUNK_BYTES);
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static void write(DataOutput out, float[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, float[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asFloatBuffer().put(values, from, count);
        write(out, Float.BYTES, offset, length, copy);
    }

    public static void write(DataOutput out, int[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, int[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asIntBuffer().put(values, from, count);
        write(out, Integer.BYTES, offset, length, copy);
    }

    public static void write(DataOutput out, long[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, long[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asLongBuffer().put(values, from, count);
        write(out, Long.BYTES, offset, length, copy);
    }

    public static void write(DataOutput out, double[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, double[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asDoubleBuffer().put(values, from, count);
        write(out, Double.BYTES, offset, length, copy);
    }

    public static void write(DataOutput out, byte[] values) throws IOException {
        out.write(values, 0, values.length);
    }

    public static void write(DataOutput out, byte[] values, int offset, int length) throws IOException {
        out.write(values, offset, length);
    }

    /** Writes bytes that do not change any more: the output may keep them instead of a copy. */
    public static void writeShared(DataOutput out, byte[] unchanging) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeShared(unchanging);
        } else {
            out.write(unchanging);
        }
    }

    /**
     * Writes a block: content that later saves of the same object often repeat. An output may store equal ones once.
     */
    public static void writeBlock(DataOutput out, Content block) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeBlock(block);
        } else {
            block.writeTo(out);
        }
    }

    public static void read(DataInput in, float[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, float[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asFloatBuffer().get(values, from, count);
        read(in, Float.BYTES, offset, length, copy);
    }

    public static void read(DataInput in, int[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, int[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asIntBuffer().get(values, from, count);
        read(in, Integer.BYTES, offset, length, copy);
    }

    public static void read(DataInput in, long[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, long[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asLongBuffer().get(values, from, count);
        read(in, Long.BYTES, offset, length, copy);
    }

    public static void read(DataInput in, double[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, double[] values, int offset, int length) throws IOException {
        Copy copy = (chunk, from, count) -> chunk.asDoubleBuffer().get(values, from, count);
        read(in, Double.BYTES, offset, length, copy);
    }

    public static void read(DataInput in, byte[] values) throws IOException {
        in.readFully(values, 0, values.length);
    }

    public static void read(DataInput in, byte[] values, int offset, int length) throws IOException {
        in.readFully(values, offset, length);
    }

    /**
     * Reads a long and compares it with the expected value.
     *
     * @param what the quantity that it counts
     * @throws IOException when it differs: the state belongs to another object
     */
    public static void expect(long own, String what, DataInput in) throws IOException {
        long saved = in.readLong();
        if (saved != own) {
            throw new IOException("it is the state of " + saved + " " + what + ", not of " + own);
        }
    }

    /** Something that can be written; fast with {@link RawArrays}. */
    @FunctionalInterface
    public interface Content {

        /** Writes all of it; a second call writes the same bytes as long as nothing was changed in between. */
        void writeTo(DataOutput out) throws IOException;
    }

    /** A {@link DataOutput} with special treatment of some ranges. One thread. */
    public interface BulkOutput extends DataOutput {
        /** Writes bytes that do not change any more: an output in memory may keep them instead of a copy. */
        default void writeShared(byte[] unchanging) throws IOException {
            write(unchanging);
        }

        /** Writes a block, which has no others and no shared bytes: an output may store equal ones once. */
        default void writeBlock(Content block) throws IOException {
            block.writeTo(this);
        }

        /**
         * Offers to omit some bytes; returns true if only their number matters, which is then counted. For content that
         * is expensive to compute.
         */
        default boolean leavesOut(long bytes) {
            return false;
        }
    }
}
