package io.htsrl.checkpoints;

import io.htsrl.checkpoints.CheckpointDraft.DraftOutput;
import io.htsrl.checkpoints.CheckpointImage.MemoryOutput.Mark;
import io.htsrl.checkpoints.Header.Part;
import io.htsrl.checkpoints.Header.Part.Type;
import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Bulk.Content;
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
 * ({@link Bulk#writeShared}), so that the run may continue. Live parts, too large to copy, are written directly from
 * their memory. Reusable: {@link #begin} reuses the memory of earlier images. One thread at a time.
 */
public final class CheckpointImage {

    /**
     * A part that is to be written: from the memory, or, with a content, live.
     *
     * @param shape of a tensor; null for bytes
     */
    private record Piece(String name, List<Long> shape, Mark from, Mark to, Content live) {}

    /**
     * The number of bytes of a part.
     *
     * @param total  with its blocks
     * @param inline without them
     * @param blocks their number
     */
    record Size(long total, long inline, int blocks) {}

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
        tensors.add(new Piece(name, dimensions, from, memory.mark(), null));
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
        states.add(new Piece(name, null, from, memory.mark(), null));
        return this;
    }

    /**
     * Copies a part, or where it has more than {@code mostCopied} bytes adds it {@linkplain #addLive live}.
     *
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content, long mostCopied) {
        try {
            return count(content).total > mostCopied ? addLive(name, layout, content) : addPart(name, layout, content);
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
        states.add(new Piece(name, null, null, null, content));
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
        for (Piece tensor : tensors) {
            layout.add(new Part(tensor.name, Type.F32, tensor.shape, begin));
            begin = layout.get(layout.size() - 1).end();
        }
        for (Piece state : states) {
            Size size = state.live == null ? memory.size(state.from, state.to) : count(state.live);
            layout.add(new Part(Header.STATE + state.name, Type.U8, List.of(size.inline), begin));
            begin += size.inline;
            if (size.blocks > 0) {
                long bytes = (long) size.blocks * BlockReference.BYTES;
                layout.add(new Part(Header.BLOCKS + state.name, Type.U8, List.of(bytes), begin));
                begin += bytes;
            }
        }
        return layout;
    }

    private static Size count(Content content) throws IOException {
        CountingOutput counter = new CountingOutput();
        content.writeTo(counter);
        return new Size(counter.count(), counter.count() - counter.inBlocks, counter.blocks);
    }

    /** Writes the data section, as laid out. */
    void writeTo(DraftOutput out, List<Part> layout) throws IOException {
        Iterator<Piece> pieces = pieces().iterator();
        for (Part part : layout) {
            if (part.name().startsWith(Header.BLOCKS)) {
                out.writeReferences();
            } else {
                write(pieces.next(), out);
            }
            if (out.count() != part.end()) {
                throw new IllegalStateException("part " + part.name() + " changed while it was written: it ends at byte "
                        + out.count() + " of the data and was to end at " + part.end());
            }
        }
    }

    private void write(Piece piece, DraftOutput out) throws IOException {
        if (piece.live == null) {
            memory.copyTo(out, piece.from, piece.to);
        } else {
            piece.live.writeTo(out);
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
            inBlocks += count() - before;
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
         * @param copied   bytes in chunks before it
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

        private List<Special> specials(Mark begin, Mark end) {
            return specials.subList(begin.specials, end.specials);
        }

        /** Returns the number of bytes between two marks. */
        Size size(Mark begin, Mark end) {
            long total = end.copied - begin.copied;
            long inline = total;
            int blocks = 0;
            for (Special each : specials(begin, end)) {
                total += each.shared == null ? 0 : each.length;
                inline += each.shared == null ? -each.length : each.length;
                blocks += each.shared == null ? 1 : 0;
            }
            return new Size(total, inline, blocks);
        }

        /** Writes the bytes between two marks. */
        void copyTo(ChunkOutput out, Mark begin, Mark end) throws IOException {
            long done = begin.copied;
            for (Special each : specials(begin, end)) {
                copyTo(out, done, each.at - done);
                done = each.at;
                if (each.shared != null) {
                    out.write(each.shared);
                } else {
                    out.writeBlock(block -> copyTo(block, each.at, each.length));
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
