package io.htsrl.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes and reads stretches of arrays in big-endian order, a block at a time. One thread. */
final class DataArrays {
    private static final int BLOCK = 1 << 13;

    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);

    void save(float[] from, int offset, int length, DataOutput out) throws IOException {
        int step = BLOCK / Float.BYTES;
        for (int done = 0; done < length; done += step) {
            int count = Math.min(step, length - done);
            block.asFloatBuffer().put(from, offset + done, count);
            out.write(block.array(), 0, count * Float.BYTES);
        }
    }

    void load(float[] to, int offset, int length, DataInput in) throws IOException {
        int step = BLOCK / Float.BYTES;
        for (int done = 0; done < length; done += step) {
            int count = Math.min(step, length - done);
            in.readFully(block.array(), 0, count * Float.BYTES);
            block.asFloatBuffer().get(to, offset + done, count);
        }
    }

    void save(byte[] from, int offset, int length, DataOutput out) throws IOException {
        out.write(from, offset, length);
    }

    void load(byte[] to, int offset, int length, DataInput in) throws IOException {
        in.readFully(to, offset, length);
    }
}
