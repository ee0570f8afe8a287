package io.htsrl.core;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes and reads stretches of arrays in big-endian order, a block at a time. One thread. */
public final class DataArrays {
    private static final int BLOCK = 1 << 13;

    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);

    public void save(float[] from, int offset, int length, DataOutput out) throws IOException {
        int step = BLOCK / Float.BYTES;
        for (int done = 0; done < length; done += step) {
            int count = Math.min(step, length - done);
            block.asFloatBuffer().put(from, offset + done, count);
            out.write(block.array(), 0, count * Float.BYTES);
        }
    }

    public void load(float[] to, int offset, int length, DataInput in) throws IOException {
        int step = BLOCK / Float.BYTES;
        for (int done = 0; done < length; done += step) {
            int count = Math.min(step, length - done);
            in.readFully(block.array(), 0, count * Float.BYTES);
            block.asFloatBuffer().get(to, offset + done, count);
        }
    }

    public void save(byte[] from, int offset, int length, DataOutput out) throws IOException {
        out.write(from, offset, length);
    }

    public void load(byte[] to, int offset, int length, DataInput in) throws IOException {
        in.readFully(to, offset, length);
    }

    public void save(int[] from, int offset, int length, DataOutput out) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            out.writeInt(from[i]);
        }
    }

    public void load(int[] to, int offset, int length, DataInput in) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            to[i] = in.readInt();
        }
    }

    public void save(double[] from, int offset, int length, DataOutput out) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            out.writeLong(Double.doubleToRawLongBits(from[i]));
        }
    }

    public void load(double[] to, int offset, int length, DataInput in) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            to[i] = Double.longBitsToDouble(in.readLong());
        }
    }

    /**
     * Reads a number that the reader's own must equal.
     *
     * @param what the number counts
     * @throws IOException when another was saved: it is the state of something else
     */
    public static void expect(long own, String what, DataInput in) throws IOException {
        long saved = in.readLong();
        if (saved != own) {
            throw new IOException("the saved state is that of " + saved + " " + what + ", here there are " + own
                    + "; resume with the configuration it was saved under");
        }
    }
}
