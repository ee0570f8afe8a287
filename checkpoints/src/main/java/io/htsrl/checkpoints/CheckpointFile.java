package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Header.Part;
import io.htsrl.checkpoints.Header.Part.Type;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.state.RawArrays;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A checkpoint on disk that was intact when it was opened: one safetensors file. Parameters are tensors that any reader
 * of the format shows by name; the rest of the run's state is in tensors of bytes named {@code state.<part>}, and of a
 * large part in blocks beside the file, which {@code state-blocks.<part>} lists. One thread.
 *
 * @see <a href="https://github.com/huggingface/safetensors">safetensors</a>
 */
public final class CheckpointFile implements AutoCloseable {
    /** Key of the metadata for the number of complete intervals, which is also in a checkpoint's name. */
    public static final String INTERVAL = "interval";

    private final Path path;
    private final RandomAccessFile file;
    private final Header header;
    private final long dataBegin;
    private final Map<String, List<BlockReference>> blocks = new HashMap<>(); // by the names of parts

    private CheckpointFile(Path path, RandomAccessFile file, byte[] headerBytes) {
        this.path = path;
        this.file = file;
        this.header = Header.parse(path, headerBytes);
        this.dataBegin = headerBytes.length;
    }

    /**
     * Writes an image: the whole file or nothing, durable when this returns. For many, see {@link CheckpointWriter}.
     *
     * @throws CheckpointException when it cannot be written; an earlier file is untouched
     */
    public static void write(Path target, CheckpointImage image) {
        write(Disk.REAL, target, image);
    }

    /** Writes an image to another disk. */
    public static void write(Disk disk, Path target, CheckpointImage image) {
        new CheckpointDraft(disk).write(target, image);
    }

    /**
     * Opens a checkpoint and reads all of it once, to verify every byte.
     *
     * @throws CheckpointException when it cannot be read, or is no intact checkpoint of this version
     */
    public static CheckpointFile open(Path path) {
        RandomAccessFile file = null;
        CheckpointFile opened = null;
        try {
            refuseSpecial(path);
            file = new RandomAccessFile(path.toFile(), "r");
            byte[] headerBytes = headerBytes(path, file);
            CheckpointFile checkpoint = new CheckpointFile(path, file, headerBytes);
            checkpoint.verify(headerBytes);
            checkpoint.readReferences();
            checkpoint.verifyBlocks();
            checkpoint.verifyName();
            opened = checkpoint;
            return opened;
        } catch (IOException e) {
            throw CheckpointException.unreadable(path, e);
        } finally {
            if (opened == null) {
                closeQuietly(file);
            }
        }
    }

    /**
     * Returns the names of the blocks that a checkpoint refers to, without verifying them.
     *
     * @throws CheckpointException when it cannot be read
     */
    static Set<String> blockNames(Path path) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            CheckpointFile checkpoint = new CheckpointFile(path, file, headerBytes(path, file));
            checkpoint.readReferences();
            return checkpoint.references().stream().map(BlockReference::name).collect(Collectors.toSet());
        } catch (IOException e) {
            throw CheckpointException.unreadable(path, e);
        }
    }

    /** Refuses a special file: opening a pipe would wait for a writer. A missing file is found by opening it. */
    private static void refuseSpecial(Path path) throws IOException {
        if (Files.exists(path)
                && Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
            throw CheckpointException.refused(
                    path, "is no regular file but a pipe, a socket or a device; put the file itself there");
        }
    }

    private static byte[] headerBytes(Path path, RandomAccessFile file) throws IOException {
        long size = file.length();
        if (size < Header.LENGTH_BYTES) {
            throw CheckpointException.refused(
                    path,
                    "is cut off: it has " + size + " bytes, fewer than the " + Header.LENGTH_BYTES
                            + " that give the length of its header");
        }
        long length = Long.reverseBytes(file.readLong());
        if (length < 0 || length > Header.LONGEST) {
            throw CheckpointException.refused(
                    path,
                    "is damaged or no checkpoint at all: its header would be " + Long.toUnsignedString(length)
                            + " bytes long");
        }
        if (length > size - Header.LENGTH_BYTES) {
            throw CheckpointException.refused(
                    path,
                    "is cut off: its header should be " + length + " bytes long and only "
                            + (size - Header.LENGTH_BYTES) + " are there");
        }
        byte[] bytes = new byte[Header.LENGTH_BYTES + (int) length];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
        file.readFully(bytes, Header.LENGTH_BYTES, (int) length);
        return bytes;
    }

    private void verify(byte[] headerBytes) throws IOException {
        long declared = header.dataBytes();
        long there = file.length() - dataBegin;
        if (there != declared) {
            throw refused((there < declared ? "is cut off" : "is damaged") + ": its data should be " + declared
                    + " bytes long and " + there + " are there");
        }
        String computed = checksum(headerBytes, declared);
        if (!computed.equals(header.metadata().get(Header.CHECKSUM))) {
            throw refused("is damaged: its checksum is " + header.metadata().get(Header.CHECKSUM)
                    + " and that of its content " + computed);
        }
    }

    /** Verifies that the interval in its name is its own: a renamed older checkpoint has another state of the run. */
    private void verifyName() {
        long named = CheckpointFolder.interval(path);
        if (named >= 0 && metadata().containsKey(INTERVAL) && number(INTERVAL) != named) {
            throw refused("is not what its name says: it was taken after " + number(INTERVAL) + " intervals, not after "
                    + named + "; give it its own name again, or copy the checkpoint of that name");
        }
    }

    private String checksum(byte[] headerBytes, long dataBytes) throws IOException {
        BitHasher hasher = new BitHasher();
        byte[] blank = Header.NO_CHECKSUM.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(blank, 0, headerBytes, Header.CHECKSUM_AT, blank.length);
        hasher.bytes(headerBytes, 0, headerBytes.length);
        file.seek(dataBegin);
        return hash(file, dataBytes, hasher);
    }

    /** Hashes the next bytes of a file, as {@link CheckpointDraft} does. */
    static String hash(RandomAccessFile file, long bytes, BitHasher hasher) throws IOException {
        byte[] chunk = new byte[ChunkOutput.CHUNK_BYTES];
        long left = bytes;
        do {
            int count = (int) Math.min(chunk.length, left);
            file.readFully(chunk, 0, count);
            hasher.bytes(chunk, 0, count);
            left -= count;
        } while (left > 0);
        return hasher.hex();
    }

    private void readReferences() throws IOException {
        for (Part list : header.parts().values()) {
            if (list.name().startsWith(Header.BLOCKS)) {
                String name = list.name().substring(Header.BLOCKS.length());
                blocks.put(name, references(list, find(Header.STATE + name, Type.U8)));
            }
        }
    }

    private List<BlockReference> references(Part list, Part part) throws IOException {
        List<BlockReference> references = new ArrayList<>();
        PartInput in = new PartInput(path, file, dataBegin, list, List.of());
        for (long before = 0;
                in.remaining() > 0;
                before = references.get(references.size() - 1).at()) {
            BlockReference next = BlockReference.read(in);
            if (!next.fits(part, before)) {
                throw refused("is damaged: its list " + list.name() + " contradicts itself");
            }
            references.add(next);
        }
        return references;
    }

    /** Returns the references to blocks of all parts. */
    List<BlockReference> references() {
        return blocks.values().stream().flatMap(List::stream).toList();
    }

    /** Reads each block once. */
    private void verifyBlocks() throws IOException {
        Set<BlockReference> verified = new HashSet<>();
        for (BlockReference block : references()) {
            if (verified.add(block.at(0)) && !block.isIntact(path)) {
                throw refused("lacks a block: " + block.file(path) + " of " + block.length()
                        + " bytes is missing or damaged; copy a checkpoint with the folder " + BlockReference.FOLDER
                        + " beside it");
            }
        }
    }

    private CheckpointException refused(String problem) {
        return CheckpointException.refused(path, problem);
    }

    public Path path() {
        return path;
    }

    /** Returns all of the metadata: the writer's, and {@code format}, {@code version} and {@code checksum}. */
    public Map<String, String> metadata() {
        return header.metadata();
    }

    /** @throws CheckpointException when the metadata have no {@code key} */
    public String metadata(String key) {
        String value = header.metadata().get(key);
        if (value == null) {
            throw refused("does not fit: its metadata have no " + key + "; another build wrote it");
        }
        return value;
    }

    /** @throws CheckpointException when the metadata have no {@code key}, or no whole number there */
    public long number(String key) {
        String value = metadata(key);
        if (!value.matches("-?\\d{1,18}")) {
            throw refused("is damaged: its metadata have no whole number as " + key + " but " + value);
        }
        return Long.parseLong(value);
    }

    /**
     * Returns a tensor of floats, row-major.
     *
     * @throws CheckpointException when none of that name exists
     */
    public float[] floats(String name) {
        Part part = find(name, Type.F32);
        if (part.elements() > Integer.MAX_VALUE - 8) {
            throw refused("does not fit: its tensor " + name + " has " + part.elements()
                    + " elements, too many for one array");
        }
        float[] values = new float[(int) part.elements()];
        try {
            RawArrays.read(new PartInput(path, file, dataBegin, part, List.of()), values);
        } catch (IOException e) {
            throw CheckpointException.unreadable(path, e);
        }
        return values;
    }

    /**
     * Returns a tensor of exactly {@code length} floats, row-major.
     *
     * @throws CheckpointException when none of that name exists, or it has another size
     */
    public float[] floats(String name, int length) {
        float[] values = floats(name);
        if (values.length != length) {
            throw refused("does not fit: its tensor " + name + " has " + values.length
                    + " elements where the configuration has " + length);
        }
        return values;
    }

    /**
     * Refuses a file that lacks a part, or has one in another layout than the reader's.
     *
     * @param here layouts by the parts' names
     * @throws CheckpointException with the parts, the layouts, and a remedy
     */
    public void require(Map<String, Integer> here) {
        here.keySet().forEach(name -> find(Header.STATE + name, Type.U8));
        boolean numbered = header.metadata().keySet().stream().anyMatch(key -> key.startsWith(Header.LAYOUT));
        String others = !numbered
                ? "its parts say no layouts, as this build's do"
                : here.entrySet().stream()
                        .filter(part ->
                                !layout(part.getKey()).equals(part.getValue().toString()))
                        .map(part -> otherLayout(part.getKey(), part.getValue()))
                        .collect(Collectors.joining("; "));
        if (!others.isEmpty()) {
            throw refused("is of another build: " + others
                    + "; resume with the build that wrote it, or train again with the run's config.yaml");
        }
    }

    private String otherLayout(String part, int here) {
        return "its part " + Header.STATE + part + " has layout " + layout(part) + ", and this build reads layout "
                + here;
    }

    private String layout(String part) {
        return header.metadata().getOrDefault(Header.LAYOUT + part, "none");
    }

    /** Returns whether a part of that name exists. */
    public boolean hasPart(String name) {
        return header.parts().containsKey(Header.STATE + name);
    }

    /**
     * Returns the bytes of a part of the run's state; {@link PartInput#finish} ends the reading.
     *
     * @throws CheckpointException when none of that name exists
     */
    public PartInput part(String name) {
        Part part = find(Header.STATE + name, Type.U8);
        return new PartInput(path, file, dataBegin, part, blocks.getOrDefault(name, List.of()));
    }

    /**
     * Lets {@code restoration} read a part of the run's state.
     *
     * @param layout that it reads
     * @throws CheckpointException when none of that name and layout exists, when it is not read exactly to its end, or
     *     when {@code restoration} refuses it or fails
     * @throws RunFailedException as {@code restoration}
     */
    public void restore(String name, int layout, Restoration restoration) {
        require(Map.of(name, layout));
        PartInput in = part(name);
        try {
            restoration.readFrom(in);
        } catch (CheckpointException | RunFailedException | RunAbortedException e) {
            throw e; // says everything
        } catch (IOException | RuntimeException e) { // an environment may throw anything
            throw CheckpointException.unrestorable(path, Header.STATE + name, e);
        }
        in.finish();
    }

    private Part find(String name, Type type) {
        Part part = header.parts().get(name);
        if (part == null || part.type() != type) {
            throw refused("does not fit: it has no part " + name + " of type " + type
                    + "; another build or another configuration wrote it");
        }
        return part;
    }

    @Override
    public void close() {
        closeQuietly(file);
    }

    /** Closes a file that was only read, so a failure to close loses nothing. */
    private static void closeQuietly(RandomAccessFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // see above
        }
    }

    /** Reads one part of a checkpoint, all of it; the counterpart of {@link RawArrays.Content}. */
    @FunctionalInterface
    public interface Restoration {

        /** @throws IOException also when {@code in} is the state of something else, which the message names */
        void readFrom(DataInput in) throws IOException;
    }
}
