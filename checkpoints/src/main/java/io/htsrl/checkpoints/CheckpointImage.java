package io.htsrl.checkpoints;

import io.htsrl.checkpoints.CheckpointDraft.DraftOutput;
import io.htsrl.checkpoints.CheckpointImage.MemoryOutput.Mark;
import io.htsrl.checkpoints.Header.Part;
import io.htsrl.checkpoints.Header.Part.Type;
import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.RawArrays.Content;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checkpoint in memory, to be written to a file. Tensors and captured parts are copied at once, except constant data
 * ({@link RawArrays#writeShared}), so that the run may continue. Live parts, too large to copy, are written directly
 * from their memory. Reusable: {@link #begin} reuses the memory of earlier images. One thread at a time.
 */
public final class CheckpointImage {

    /**
     * A part that is to be written.
     *
     * @param shape of a tensor; null for bytes
     * @param content reads the memory, or is live
     */
    private record Piece(String name, List<Long> shape, Content content) {}

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
            RawArrays.write(memory, values, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        tensors.add(new Piece(name, dimensions, memory.since(from)));
        return this;
    }

    /**
     * Copies a part of the run's state, which the file shows as bytes named {@code state.<name>}.
     *
     * @param layout of the bytes; a reader of another one refuses them, see {@link io.htsrl.core.state.Stateful#layout}
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content) {
        claimPart(name, layout);
        Mark from = memory.mark();
        try {
            content.writeTo(memory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot save part " + name, e);
        }
        states.add(new Piece(name, null, memory.since(from)));
        return this;
    }

    /**
     * Copies a part, or where it has more than {@code mostCopied} bytes adds it {@linkplain #addLive live}.
     *
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content, long mostCopied) {
        try {
            CountingOutput counter = new CountingOutput();
            content.writeTo(counter);
            return counter.count() + counter.inBlocks > mostCopied
                    ? addLive(name, layout, content)
                    : addPart(name, layout, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot save part " + name, e);
        }
    }

    /**
     * Adds a part of the run's state without copying it: {@code content} is called twice when the image is written, by
     * the thread that {@linkplain CheckpointWriter#submit submits} it, and must not change until then.
     */
    public CheckpointImage addLive(String name, int layout, Content content) {
        claimPart(name, layout);
        states.add(new Piece(name, null, content));
        live = true;
        return this;
    }

    private void claimPart(String name, int layout) {
        claim(Header.STATE + name);
        claim(Header.BLOCKS + name);
        metadata.put(Header.LAYOUT + name, Integer.toString(layout));
    }

    private void claim(String name) {
        if (name.equals(Header.METADATA) || !names.add(name)) {
            throw new IllegalArgumentException("the image has a part " + name + " already");
        }
    }

    /** Returns whether it has live parts. */
    public boolean isLive() {
        return live;
    }

    Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** Returns the position of each part: tensors first, so that all of them are aligned. */
    List<Part> layout() throws IOException {
        List<Part> layout = new ArrayList<>(tensors.size() + states.size());
        CountingOutput counter = new CountingOutput();
        for (Piece piece : pieces()) {
            long begin = counter.count();
            piece.content.writeTo(counter);
            if (piece.shape != null) {
                layout.add(new Part(piece.name, Type.F32, piece.shape, begin));
            } else {
                layout.add(new Part(Header.STATE + piece.name, Type.U8, List.of(counter.count() - begin), begin));
            }
            long references = (long) counter.blocks * BlockReference.BYTES;
            if (references > 0) {
                layout.add(new Part(Header.BLOCKS + piece.name, Type.U8, List.of(references), counter.count()));
                counter.leavesOut(references);
                counter.blocks = 0;
            }
        }
        return layout;
    }

    /** Writes the data section, as laid out. */
    void writeTo(DraftOutput out, List<Part> layout) throws IOException {
        Iterator<Piece> pieces = pieces().iterator();
        for (Part part : layout) {
            if (part.name().startsWith(Header.BLOCKS)) {
                out.writeReferences();
            } else {
                pieces.next().content.writeTo(out);
            }
            if (out.count() != part.end()) {
                throw new IllegalStateException(
                        "part " + part.name() + " changed while it was written: it ends at byte " + out.count()
                                + " of the data and was to end at " + part.end());
            }
        }
    }

    private List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>(tensors);
        pieces.addAll(states);
        return pieces;
    }

    /** An output that only counts, blocks apart. One thread. */
    static final class CountingOutput extends ChunkOutput {
        private long skipped;
        private long inBlocks;
        private int blocks;

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
        public void writeBlock(Content content) throws IOException {
            long before = count();
            content.writeTo(this);
            long length = count() - before;
            skipped -= length;
            inBlocks += length;
            blocks++;
        }

        @Override
        public boolean leavesOut(long bytes) {
            skipped += bytes;
            return true;
        }
    }

    /**
     * An output into memory that grows by chunks and keeps them for the next use; shared arrays are kept by reference,
     * blocks are marked. One thread at a time.
     */
    static final class MemoryOutput extends ChunkOutput {
        /** A shared array to be inserted, or without one the block of {@code length} bytes that begins there. */
        private record Special(long at, byte[] shared, long length) {}

        /**
         * A position in the output.
         *
         * @param copied bytes in chunks before it
         * @param specials shared arrays and blocks before it
         */
        record Mark(long copied, int specials) {}

        private final List<ByteBuffer> chunks = new ArrayList<>();
        private final List<Special> specials = new ArrayList<>();
        private int current;

        MemoryOutput() {
            super(newChunk());
            chunks.add(chunk());
        }

        /** Discards the output, and keeps the chunks. */
        void clear() {
            current = 0;
            specials.clear();
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
            specials.add(new Special(count(), unchanging, unchanging.length));
        }

        @Override
        public void writeBlock(Content content) throws IOException {
            long begin = count();
            content.writeTo(this);
            specials.add(new Special(begin, null, count() - begin));
        }

        Mark mark() {
            return new Mark(count(), specials.size());
        }

        /** Returns what was written since a mark; valid until the output is cleared. */
        Content since(Mark begin) {
            Mark end = mark();
            return out -> copyTo(out, begin, end);
        }

        /** Writes the bytes between two marks. */
        private void copyTo(DataOutput out, Mark begin, Mark end) throws IOException {
            long done = begin.copied;
            for (Special each : specials.subList(begin.specials, end.specials)) {
                copyTo(out, done, each.at - done);
                done = each.at;
                if (each.shared != null) {
                    out.write(each.shared);
                } else {
                    RawArrays.writeBlock(out, block -> copyTo(block, each.at, each.length));
                    done += each.length;
                }
            }
            copyTo(out, done, end.copied - done);
        }

        private void copyTo(DataOutput out, long begin, long length) throws IOException {
            for (long done = 0; done < length; ) {
                int offset = (int) ((begin + done) % CHUNK_BYTES);
                int count = (int) Math.min(CHUNK_BYTES - offset, length - done);
                out.write(chunks.get((int) ((begin + done) / CHUNK_BYTES)).array(), offset, count);
                done += count;
            }
        }
    }
}
