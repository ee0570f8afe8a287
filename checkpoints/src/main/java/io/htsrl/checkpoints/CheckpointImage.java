package io.htsrl.checkpoints;

import io.htsrl.checkpoints.CheckpointImage.MemoryOutput.Mark;
import io.htsrl.checkpoints.Header.Part;
import io.htsrl.checkpoints.Header.Part.Type;
import io.htsrl.core.state.Bulk;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checkpoint in memory, to be written to a file. Tensors and captured parts are copied at once, except constant data
 * ({@link Bulk#writeShared}), so that the run may continue. Live parts, too large to copy, are written directly from
 * their memory. Reusable: {@link #begin} reuses the memory of earlier images. One thread at a time.
 */
public final class CheckpointImage {

    /**
     * A part that is to be written: from the memory, or, with a content, live. A live part's length is not known yet.
     */
    private record Piece(String name, Type type, List<Long> shape, Mark from, Mark to, Content live) {}

    private final MemoryOutput memory = new MemoryOutput();
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private final List<Piece> tensors = new ArrayList<>();
    private final List<Piece> states = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private boolean live;

    /** Empties the image. */
    public CheckpointImage begin() {
        memory.clear();
        metadata.clear();
        tensors.clear();
        states.clear();
        names.clear();
        live = false;
        return this;
    }

    /**
     * Adds a line to the file's metadata.
     *
     * @throws IllegalArgumentException when the format itself uses {@code key}, or it was added before
     */
    public CheckpointImage metadata(String key, String value) {
        if (Header.RESERVED.contains(key) || key.startsWith(Header.LAYOUT) || metadata.containsKey(key)) {
            throw new IllegalArgumentException("the metadata have " + key + " already");
        }
        metadata.put(key, value);
        return this;
    }

    /**
     * Copies a tensor of floats, which the file shows under its own name.
     *
     * @param values row-major; the tensor begins at {@code offset}
     */
    public CheckpointImage addTensor(String name, long[] shape, float[] values, int offset) {
        claim(name);
        List<Long> dimensions = Arrays.stream(shape).boxed().toList();
        int length = Math.toIntExact(new Part(name, Type.F32, dimensions, 0).elements());
        Mark from = memory.mark();
        try {
            Bulk.write(memory, values, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        tensors.add(new Piece(name, Type.F32, dimensions, from, memory.mark(), null));
        return this;
    }

    /**
     * Copies a part of the run's state, which the file shows as bytes named {@code state.<name>}.
     *
     * @param layout of the bytes; a reader of another one refuses them, see {@link io.htsrl.core.state.Stateful#layout}
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content) {
        String full = claimPart(name, layout);
        Mark from = memory.mark();
        try {
            content.writeTo(memory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot save part " + name, e);
        }
        Mark to = memory.mark();
        states.add(new Piece(full, Type.U8, List.of(to.length() - from.length()), from, to, null));
        return this;
    }

    /**
     * Copies a part, or where it has more than {@code mostCopied} bytes adds it {@linkplain #addLive live}.
     *
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content, long mostCopied) {
        try {
            return count(content) > mostCopied ? addLive(name, layout, content) : addPart(name, layout, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot save part " + name, e);
        }
    }

    /**
     * Adds a part of the run's state without copying it: {@code content} is called twice when the image is written, by
     * the thread that {@linkplain CheckpointWriter#submit submits} it, and must not change until then.
     */
    public CheckpointImage addLive(String name, int layout, Content content) {
        String full = claimPart(name, layout);
        states.add(new Piece(full, Type.U8, List.of(), null, null, content));
        live = true;
        return this;
    }

    private String claimPart(String name, int layout) {
        String full = Header.STATE + name;
        claim(full);
        metadata.put(Header.LAYOUT + name, Integer.toString(layout));
        return full;
    }

    private void claim(String name) {
        if (name.equals(Header.METADATA) || !names.add(name)) {
            throw new IllegalArgumentException("the image has a part " + name + " already");
        }
    }

    /** Returns whether there are live parts. */
    public boolean isLive() {
        return live;
    }

    Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** Returns the position of each part: tensors first, so that all of them are aligned. */
    List<Part> layout() throws IOException {
        List<Part> layout = new ArrayList<>(tensors.size() + states.size());
        long begin = 0;
        for (Piece piece : pieces()) {
            List<Long> shape = piece.live == null ? piece.shape : List.of(count(piece.live));
            Part part = new Part(piece.name, piece.type, shape, begin);
            layout.add(part);
            begin = part.end();
        }
        return layout;
    }

    private static long count(Content content) throws IOException {
        CountingOutput counter = new CountingOutput();
        content.writeTo(counter);
        return counter.count();
    }

    /** Writes the data section, as laid out. */
    void writeTo(ChunkOutput out, List<Part> layout) throws IOException {
        int next = 0;
        for (Piece piece : pieces()) {
            if (piece.live == null) {
                memory.copyTo(out, piece.from, piece.to);
            } else {
                piece.live.writeTo(out);
            }
            long end = layout.get(next++).end();
            if (out.count() != end) {
                throw new IllegalStateException("part " + piece.name + " changed while it was written: it ends at byte "
                        + out.count() + " of the data and was to end at " + end);
            }
        }
    }

    private List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>(tensors);
        pieces.addAll(states);
        return pieces;
    }

    /** An output that only counts, to find the length of a part too large to copy. One thread. */
    static final class CountingOutput extends ChunkOutput {
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
        public boolean leavesOut(long bytes) {
            skipped += bytes;
            return true;
        }
    }

    /**
     * An output into memory that grows by chunks and keeps them for the next use; shared arrays are kept by reference.
     * One thread at a time.
     */
    static final class MemoryOutput extends ChunkOutput {
        private record Shared(long at, byte[] bytes) {}

        /**
         * A position in the output.
         *
         * @param copied bytes in chunks before it
         * @param shared arrays before it
         * @param length bytes before it
         */
        record Mark(long copied, int shared, long length) {}

        private final List<ByteBuffer> chunks = new ArrayList<>();
        private final List<Shared> shared = new ArrayList<>();
        private long sharedBytes;
        private int current;

        MemoryOutput() {
            super(newChunk());
            chunks.add(chunk());
        }

        /** Discards the output, and keeps the chunks. */
        void clear() {
            current = 0;
            shared.clear();
            sharedBytes = 0;
            restart(chunks.get(0));
        }

        @Override
        ByteBuffer next(ByteBuffer full) {
            if (++current == chunks.size()) {
                chunks.add(newChunk());
            }
            return chunks.get(current);
        }

        @Override
        public void writeShared(byte[] unchanging) {
            shared.add(new Shared(count(), unchanging));
            sharedBytes += unchanging.length;
        }

        Mark mark() {
            return new Mark(count(), shared.size(), count() + sharedBytes);
        }

        /** Writes the bytes between two marks. */
        void copyTo(ChunkOutput out, Mark begin, Mark end) throws IOException {
            long done = begin.copied;
            for (Shared each : shared.subList(begin.shared, end.shared)) {
                copyTo(out, done, each.at - done);
                out.write(each.bytes);
                done = each.at;
            }
            copyTo(out, done, end.copied - done);
        }

        private void copyTo(ChunkOutput out, long begin, long length) throws IOException {
            for (long done = 0; done < length; ) {
                int offset = (int) ((begin + done) % CHUNK_BYTES);
                int count = (int) Math.min(CHUNK_BYTES - offset, length - done);
                out.write(chunks.get((int) ((begin + done) / CHUNK_BYTES)).array(), offset, count);
                done += count;
            }
        }
    }

    /** Writes one part of a checkpoint; fast with {@link Bulk}. */
    @FunctionalInterface
    public interface Content {

        /** Writes the whole part; a second call writes the same bytes as long as nothing was changed in between. */
        void writeTo(DataOutput out) throws IOException;
    }
}
