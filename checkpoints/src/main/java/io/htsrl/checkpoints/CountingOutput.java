package io.htsrl.checkpoints;

import java.nio.ByteBuffer;

/** An output that only counts: what finds the length of a part too large to copy. One thread. */
final class CountingOutput extends ChunkOutput {
    private long skipped;

    CountingOutput() {
        super(newChunk());
    }

    @Override
    ByteBuffer next(ByteBuffer full) {
        return full;
    }

    @Override
    long count() {
        return super.count() + skipped;
    }

    @Override
    public void write(byte[] values, int offset, int length) {
        skipped += length;
    }

    @Override
    public void writeFloats(float[] values, int offset, int length) {
        skipped += (long) length * Float.BYTES;
    }

    @Override
    public void writeInts(int[] values, int offset, int length) {
        skipped += (long) length * Integer.BYTES;
    }

    @Override
    public void writeLongs(long[] values, int offset, int length) {
        skipped += (long) length * Long.BYTES;
    }

    @Override
    public void writeDoubles(double[] values, int offset, int length) {
        skipped += (long) length * Double.BYTES;
    }

    @Override
    public boolean leavesOut(long bytes) {
        skipped += bytes;
        return true;
    }
}
