package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes and reads stretches of arrays: raw bits, little-endian, without their length. A memory copy where the other
 * side is a {@link BulkOutput} or {@link BulkInput}, a loop over single values elsewhere; the bytes are the same.
 * Stateless, any thread; one thread per stream.
 */
public final class Bulk {

    private Bulk() {}

    public static void write(DataOutput out, float[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, float[] values, int offset, int length) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeFloats(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            out.writeInt(Integer.reverseBytes(Float.floatToRawIntBits(values[i])));
        }
    }

    public static void write(DataOutput out, int[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, int[] values, int offset, int length) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeInts(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            out.writeInt(Integer.reverseBytes(values[i]));
        }
    }

    public static void write(DataOutput out, long[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, long[] values, int offset, int length) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeLongs(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            out.writeLong(Long.reverseBytes(values[i]));
        }
    }

    public static void write(DataOutput out, double[] values) throws IOException {
        write(out, values, 0, values.length);
    }

    public static void write(DataOutput out, double[] values, int offset, int length) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeDoubles(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            out.writeLong(Long.reverseBytes(Double.doubleToRawLongBits(values[i])));
        }
    }

    public static void write(DataOutput out, byte[] values) throws IOException {
        out.write(values, 0, values.length);
    }

    public static void write(DataOutput out, byte[] values, int offset, int length) throws IOException {
        out.write(values, offset, length);
    }

    /** Writes bytes that nobody changes any more: the output may keep them instead of a copy. */
    public static void writeShared(DataOutput out, byte[] unchanging) throws IOException {
        if (out instanceof BulkOutput bulk) {
            bulk.writeShared(unchanging);
        } else {
            out.write(unchanging);
        }
    }

    public static void read(DataInput in, float[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, float[] values, int offset, int length) throws IOException {
        if (in instanceof BulkInput bulk) {
            bulk.readFloats(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            values[i] = Float.intBitsToFloat(Integer.reverseBytes(in.readInt()));
        }
    }

    public static void read(DataInput in, int[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, int[] values, int offset, int length) throws IOException {
        if (in instanceof BulkInput bulk) {
            bulk.readInts(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            values[i] = Integer.reverseBytes(in.readInt());
        }
    }

    public static void read(DataInput in, long[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, long[] values, int offset, int length) throws IOException {
        if (in instanceof BulkInput bulk) {
            bulk.readLongs(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            values[i] = Long.reverseBytes(in.readLong());
        }
    }

    public static void read(DataInput in, double[] values) throws IOException {
        read(in, values, 0, values.length);
    }

    public static void read(DataInput in, double[] values, int offset, int length) throws IOException {
        if (in instanceof BulkInput bulk) {
            bulk.readDoubles(values, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            values[i] = Double.longBitsToDouble(Long.reverseBytes(in.readLong()));
        }
    }

    public static void read(DataInput in, byte[] values) throws IOException {
        in.readFully(values, 0, values.length);
    }

    public static void read(DataInput in, byte[] values, int offset, int length) throws IOException {
        in.readFully(values, offset, length);
    }

    /**
     * Reads a long that the reader's own must equal.
     *
     * @param what the number counts
     * @throws IOException when another was written: it is the state of something else
     */
    public static void expect(long own, String what, DataInput in) throws IOException {
        long saved = in.readLong();
        if (saved != own) {
            throw new IOException("it is the state of " + saved + " " + what + ", and here there are " + own);
        }
    }

    /** The counterpart of {@link BulkOutput}: reads what it wrote, at the speed of a memory copy. One thread. */
    public interface BulkInput extends DataInput {

        void readFloats(float[] values, int offset, int length) throws IOException;

        void readInts(int[] values, int offset, int length) throws IOException;

        void readLongs(long[] values, int offset, int length) throws IOException;

        void readDoubles(double[] values, int offset, int length) throws IOException;
    }

    /**
     * A {@link DataOutput} that takes whole stretches of arrays at the speed of a memory copy. Stretches are written as raw
     * little-endian bits, without their length; single values are big-endian, as everywhere in Java. One thread. Callers go
     * through {@link Bulk}, which does the same with any output.
     */
    public interface BulkOutput extends DataOutput {

        void writeFloats(float[] values, int offset, int length) throws IOException;

        void writeInts(int[] values, int offset, int length) throws IOException;

        void writeLongs(long[] values, int offset, int length) throws IOException;

        void writeDoubles(double[] values, int offset, int length) throws IOException;

        /** Writes bytes that nobody changes any more: an output in memory may keep them instead of a copy. */
        default void writeShared(byte[] unchanging) throws IOException {
            write(unchanging);
        }

        /**
         * Offers to leave out so many bytes: true where their number alone matters, and is counted. For content that costs
         * much to get.
         */
        default boolean leavesOut(long bytes) {
            return false;
        }
    }
}
