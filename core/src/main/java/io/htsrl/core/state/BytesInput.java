package io.htsrl.core.state;

import io.htsrl.core.state.Bulk.BulkInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads an array, stretches at the speed of a memory copy. One thread. */
public final class BytesInput extends DataInputStream implements BulkInput {
    private final ByteBuffer bytes;

    public BytesInput(byte[] bytes) {
        this(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    private BytesInput(ByteBuffer bytes) {
        super(new Rest(bytes));
        this.bytes = bytes;
    }

    /** Single values and strings. */
    private static final class Rest extends InputStream {
        private final ByteBuffer bytes;

        Rest(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, offset, count);
            return count == 0 && length > 0 ? -1 : count;
        }
    }

    @Override
    public void readFloats(float[] values, int offset, int length) throws IOException {
        need(length, Float.BYTES);
        bytes.asFloatBuffer().get(values, offset, length);
        skip(length, Float.BYTES);
    }

    @Override
    public void readInts(int[] values, int offset, int length) throws IOException {
        need(length, Integer.BYTES);
        bytes.asIntBuffer().get(values, offset, length);
        skip(length, Integer.BYTES);
    }

    @Override
    public void readLongs(long[] values, int offset, int length) throws IOException {
        need(length, Long.BYTES);
        bytes.asLongBuffer().get(values, offset, length);
        skip(length, Long.BYTES);
    }

    @Override
    public void readDoubles(double[] values, int offset, int length) throws IOException {
        need(length, Double.BYTES);
        bytes.asDoubleBuffer().get(values, offset, length);
        skip(length, Double.BYTES);
    }

    private void need(int length, int width) throws EOFException {
        if ((long) length * width > bytes.remaining()) {
            throw new EOFException();
        }
    }

    private void skip(int length, int width) {
        bytes.position(bytes.position() + length * width);
    }
}
