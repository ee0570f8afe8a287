package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads exactly one part of a checkpoint, its blocks included: reading past its end throws {@link CheckpointException},
 * which names the part. One thread; parts of one file may be read in turns.
 */
public final class PartInput extends DataInputStream {
    private final Section section;

    /**
     * @param dataBegin start of the file's data section
     * @param blocks of the part, in order
     */
    PartInput(Path path, RandomAccessFile file, long dataBegin, Part part, List<BlockReference> blocks) {
        this(new Section(path, file, dataBegin, part, blocks));
    }

    private PartInput(Section section) {
        super(section);
        this.section = section;
    }

    /** Returns the number of bytes left to read. */
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

    /**
     * Bytes of a part that are together: {@code length} from {@code begin} on in a block's file, or in {@code file}.
     */
    private record Extent(Path block, long begin, long length) {}

    /** The bytes of a part, read through a buffer. */
    private static final class Section extends InputStream {
        private static final int BUFFER_BYTES = 1 << 16;

        private final Path path;
        private final RandomAccessFile file;
        private final List<Extent> extents = new ArrayList<>();
        private final String name;
        private final long size;
        private final byte[] bytes;
        private long fetched; // bytes of the part that were read into the buffer
        private int at;
        private int limit;
        private int extent;
        private long inExtent; // bytes of the present extent that were fetched

        Section(Path path, RandomAccessFile file, long dataBegin, Part part, List<BlockReference> blocks) {
            this.path = path;
            this.file = file;
            this.name = part.name();
            long begin = part.begin();
            for (BlockReference block : blocks) {
                extents.add(new Extent(null, dataBegin + begin, block.at() - begin));
                extents.add(new Extent(block.file(path), 0, block.length()));
                begin = block.at();
            }
            extents.add(new Extent(null, dataBegin + begin, part.end() - begin));
            this.size = extents.stream().mapToLong(Extent::length).sum();
            this.bytes = new byte[(int) Math.min(BUFFER_BYTES, size)];
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

        /** Reads at least one byte into the buffer. */
        private void fill() throws IOException {
            if (at < limit) {
                return;
            }
            if (remaining() == 0) {
                throw mismatch("ends after " + size + " bytes, and more are read");
            }
            while (inExtent == extents.get(extent).length) {
                extent++;
                inExtent = 0;
            }
            Extent from = extents.get(extent);
            limit = (int) Math.min(bytes.length, from.length - inExtent);
            at = 0;
            if (from.block == null) {
                read(file, from.begin + inExtent);
            } else {
                try (RandomAccessFile block = new RandomAccessFile(from.block.toFile(), "r")) {
                    read(block, inExtent);
                }
            }
            inExtent += limit;
            fetched += limit;
        }

        private void read(RandomAccessFile from, long position) throws IOException {
            from.seek(position);
            from.readFully(bytes, 0, limit);
        }

        @Override
        public int read() throws IOException {
            fill();
            return bytes[at++] & 0xff;
        }

        @Override
        public int read(byte[] values, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            fill();
            int count = Math.min(limit - at, length);
            System.arraycopy(bytes, at, values, offset, count);
            at += count;
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = Math.min(Math.max(count, 0), remaining());
            for (long left = skipped; left > 0; ) {
                fill();
                int step = (int) Math.min(limit - at, left);
                at += step;
                left -= step;
            }
            return skipped;
        }
    }
}
