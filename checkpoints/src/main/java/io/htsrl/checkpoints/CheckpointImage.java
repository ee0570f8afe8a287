package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Part.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checkpoint in memory, on its way to a file. Tensors and captured parts are copied at once, so that the run may go
 * on; live parts, too large to copy, are only remembered and written straight from where they lie. Reusable: after
 * {@link #begin} the memory of earlier images serves again. One thread at a time.
 */
public final class CheckpointImage {

    /** A part to be: from the memory, or, with a content, live. The length of a live one is not known yet. */
    private record Piece(String name, Type type, List<Long> shape, long from, long length, Content live) {}

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
        long from = memory.count();
        try {
            memory.writeFloats(values, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        tensors.add(new Piece(name, Type.F32, dimensions, from, memory.count() - from, null));
        return this;
    }

    /** A part whose layout is the first one that it had. */
    public CheckpointImage addPart(String name, Content content) {
        return addPart(name, 1, content);
    }

    /**
     * Copies a part of the run's state, which the file shows as bytes named {@code state.<name>}.
     *
     * @param layout of the bytes; a reader of another one refuses them, see {@link io.htsrl.core.state.Stateful#layout}
     * @throws UncheckedIOException when {@code content} cannot be saved; the image is then of no use until begun anew
     */
    public CheckpointImage addPart(String name, int layout, Content content) {
        String full = claimPart(name, layout);
        long from = memory.count();
        try {
            content.writeTo(memory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot save part " + name, e);
        }
        long length = memory.count() - from;
        states.add(new Piece(full, Type.U8, List.of(length), from, length, null));
        return this;
    }

    /** A live part whose layout is the first one that it had. */
    public CheckpointImage addLive(String name, Content content) {
        return addLive(name, 1, content);
    }

    /**
     * Adds a part of the run's state without copying it: {@code content} is called twice when the image is written, by
     * the thread that {@linkplain CheckpointWriter#submit submits} it, and must not change until then.
     */
    public CheckpointImage addLive(String name, int layout, Content content) {
        String full = claimPart(name, layout);
        states.add(new Piece(full, Type.U8, List.of(), 0, 0, content));
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

    /** Whether there are live parts. */
    public boolean isLive() {
        return live;
    }

    Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** Where each part goes: tensors first, so that all of them are aligned. */
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
                memory.copyTo(out, piece.from, piece.length);
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
}
