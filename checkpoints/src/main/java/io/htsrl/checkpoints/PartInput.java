package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import io.htsrl.core.state.Bulk.BulkInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Reads one part of a checkpoint and nothing beyond it: reading past its end throws {@link CheckpointException}, which
 * names the part. One thread; parts of one file may be read in turns.
 */
public final class PartInput extends DataInputStream implements BulkInput {
    private final Section section;

    /** @param dataBegin of the file's data section */
    PartInput(Path path, RandomAccessFile file, long dataBegin, Part part) {
        this(new Section(path, file, dataBegin + part.begin(), part));
    }

    private PartInput(Section section) {
        super(section);
        this.section = section;
    }

    /** The bytes that are left to read. */
    public long remaining() {
        return section.remaining();
    }

    /**
     * Ends the reading.
     *
     * @throws CheckpointException when bytes are left: the reader expects another part than the writer wrote
     */
    public void finish() {
        if (remaining() > 0) {
            throw section.mismatch(
                    "has " + section.size + " bytes, of which only " + (section.size - remaining()) + " are read");
        }
    }

    @Override
    public void readFloats(float[] values, int offset, int length) throws IOException {
        section.read(
                Float.BYTES,
                offset,
                length,
                (rest, from, count) -> rest.asFloatBuffer().get(values, from, count));
    }

    @Override
    public void readInts(int[] values, int offset, int length) throws IOException {
        section.read(
                Integer.BYTES,
                offset,
                length,
                (rest, from, count) -> rest.asIntBuffer().get(values, from, count));
    }

    @Override
    public void readLongs(long[] values, int offset, int length) throws IOException {
        section.read(
                Long.BYTES,
                offset,
                length,
                (rest, from, count) -> rest.asLongBuffer().get(values, from, count));
    }

    @Override
    public void readDoubles(double[] values, int offset, int length) throws IOException {
        section.read(
                Double.BYTES,
                offset,
                length,
                (rest, from, count) -> rest.asDoubleBuffer().get(values, from, count));
    }

    /** The bytes of a part, through a buffer. */
    private static final class Section extends InputStream {
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

        /** Takes {@code count} values from the rest of the buffer into an array, from {@code from} on. */
        private interface Gets {
            void get(ByteBuffer rest, int from, int count);
        }

        Section(Path path, RandomAccessFile file, long base, Part part) {
            this.path = path;
            this.file = file;
            this.base = base;
            this.name = part.name();
            this.size = part.bytes();
            this.buffer =
                    ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, size)).order(ByteOrder.LITTLE_ENDIAN);
            this.bytes = buffer.array();
        }

        long remaining() {
            return size - fetched + limit - at;
        }

        CheckpointException mismatch(String what) {
            return CheckpointException.refused(
                    path,
                    "does not fit: its part " + name + " " + what
                            + "; another build or another configuration wrote it");
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

        private void read(int width, int offset, int length, Gets values) throws IOException {
            for (int done = 0; done < length; ) {
                need(width);
                int count = Math.min((limit - at) / width, length - done);
                values.get(buffer.position(at), offset + done, count);
                at += count * width;
                done += count;
            }
        }

        @Override
        public int read() throws IOException {
            need(1);
            return bytes[at++] & 0xff;
        }

        @Override
        public int read(byte[] values, int offset, int length) throws IOException {
            read(1, offset, length, (rest, from, count) -> rest.get(values, from, count));
            return length;
        }

        @Override
        public long skip(long count) throws IOException {
            int skipped = (int) Math.min(Math.max(count, 0), remaining());
            read(1, 0, skipped, (rest, from, some) -> {});
            return skipped;
        }
    }
}
