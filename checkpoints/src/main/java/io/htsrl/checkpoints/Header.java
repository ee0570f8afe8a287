package io.htsrl.checkpoints;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The header of a checkpoint's safetensors file: 8 bytes of length, then JSON, padded with spaces to a multiple of 8
 * bytes. The JSON begins with the checksum, which is filled in at a fixed position. Immutable.
 *
 * @param metadata the writer's entries, and the format's own
 * @param parts by name, in the order of the data
 * @see <a href="https://github.com/huggingface/safetensors">safetensors</a>
 */
record Header(Map<String, String> metadata, Map<String, Part> parts) {
    static final String METADATA = "__metadata__";
    static final String CHECKSUM = "checksum";
    static final Set<String> RESERVED = Set.of(CHECKSUM, "format", "version");
    /** Prefix of the names of parts that are no tensors. */
    static final String STATE = "state.";
    /** Prefix of the names of the lists of their blocks, see {@link BlockReference}. */
    static final String BLOCKS = "state-blocks.";
    /** Prefix of the metadata keys for their layouts. */
    static final String LAYOUT = "layout.";

    static final String FORMAT = "hts-rl checkpoint";
    static final String VERSION = "1";
    /** Placeholder for the checksum while the checksum is computed. */
    static final String NO_CHECKSUM = "0".repeat(32);

    static final int LENGTH_BYTES = Long.BYTES;
    /** Greatest length of a header that safetensors' readers accept. */
    static final long LONGEST = 100_000_000;

    private static final String START = "{\"" + METADATA + "\":{\"" + CHECKSUM + "\":\"";
    /** Position of the checksum's digits in the file. */
    static final int CHECKSUM_AT = LENGTH_BYTES + START.length();

    private static final ObjectWriter WRITER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer();
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    /** Returns the header's bytes, its length included, with {@link #NO_CHECKSUM} for the checksum. */
    static byte[] encode(Map<String, String> metadata, List<Part> parts) {
        Map<String, String> own = new LinkedHashMap<>();
        own.put(CHECKSUM, NO_CHECKSUM);
        own.put("format", FORMAT);
        own.put("version", VERSION);
        own.putAll(metadata);
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(METADATA, own);
        for (Part part : parts) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("dtype", part.type().name());
            entry.put("shape", part.shape());
            entry.put("data_offsets", List.of(part.begin(), part.end()));
            root.put(part.name(), entry);
        }
        byte[] json;
        try {
            json = WRITER.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can be written", e);
        }
        int length = (json.length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        byte[] bytes = new byte[LENGTH_BYTES + length];
        Arrays.fill(bytes, (byte) ' ');
        System.arraycopy(json, 0, bytes, LENGTH_BYTES, json.length);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
        return bytes;
    }

    /** Returns the number of bytes of the data section that the header declares. */
    long dataBytes() {
        long end = 0;
        for (Part part : parts.values()) {
            end = part.end(); // each begins where the one before ends
        }
        return end;
    }

    /**
     * Reads a header.
     *
     * @param bytes its bytes, its length included
     * @throws CheckpointException when it is not JSON, not an hts-rl checkpoint's, of another version, or contradicts
     *     itself
     */
    static Header parse(Path file, byte[] bytes) {
        JsonNode root = tree(file, bytes);
        JsonNode entries = root.path(METADATA);
        if (!FORMAT.equals(entries.path("format").textValue())) {
            throw CheckpointException.refused(
                    file, "is not an hts-rl checkpoint: its metadata do not say \"format\": \"" + FORMAT + "\"");
        }
        String version = entries.path("version").asText("unknown");
        if (!VERSION.equals(version)) {
            throw CheckpointException.refused(
                    file, "is of version " + version + ", and this build reads version " + VERSION);
        }
        if (!new String(bytes, LENGTH_BYTES, START.length(), StandardCharsets.ISO_8859_1).equals(START)) {
            throw CheckpointException.refused(
                    file, "was changed by another program: its header does not begin with " + START);
        }
        return new Header(metadata(entries), parts(file, root));
    }

    private static JsonNode tree(Path file, byte[] bytes) {
        try {
            JsonNode root = READER.readTree(bytes, LENGTH_BYTES, bytes.length - LENGTH_BYTES);
            if (root.isObject()) {
                return root;
            }
        } catch (IOException e) {
            // as below: the parser's position does not help a user
        }
        throw CheckpointException.refused(file, "is damaged or no checkpoint at all: its header is not JSON");
    }

    private static Map<String, String> metadata(JsonNode entries) {
        Map<String, String> metadata = new LinkedHashMap<>();
        entries.properties()
                .forEach(entry -> metadata.put(entry.getKey(), entry.getValue().asText()));
        return Collections.unmodifiableMap(metadata);
    }

    private static Map<String, Part> parts(Path file, JsonNode root) {
        Map<String, Part> parts = new LinkedHashMap<>();
        long begin = 0;
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (!field.getKey().equals(METADATA)) {
                Part part = part(file, field.getKey(), field.getValue(), begin);
                parts.put(part.name(), part);
                begin = part.end();
            }
        }
        return Collections.unmodifiableMap(parts);
    }

    private static Part part(Path file, String name, JsonNode node, long begin) {
        try {
            List<Long> shape = new ArrayList<>();
            node.path("shape").forEach(dimension -> shape.add(dimension.longValue()));
            Part part = new Part(name, Part.Type.valueOf(node.path("dtype").asText()), List.copyOf(shape), begin);
            JsonNode offsets = node.path("data_offsets");
            if (shape.stream().allMatch(d -> d >= 0)
                    && offsets.size() == 2
                    && offsets.get(0).longValue() == begin
                    && offsets.get(1).longValue() == part.end()) {
                return part;
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            // as below: a number too large, an unknown type
        }
        throw CheckpointException.refused(file, "is damaged: its header contradicts itself on part " + name);
    }

    /**
     * A named section of a checkpoint's data. Immutable.
     *
     * @param name its name in the file
     * @param shape its dimensions; the product is the number of elements
     * @param begin position of its first byte in the data section
     */
    record Part(String name, Type type, List<Long> shape, long begin) {

        /** The type of a part's elements, in the terms of safetensors. */
        enum Type {
            /** Single-precision floats, little-endian. */
            F32(Float.BYTES),
            /** Bytes. */
            U8(1);

            final int bytes;

            Type(int bytes) {
                this.bytes = bytes;
            }
        }

        long elements() {
            long elements = 1;
            for (long dimension : shape) {
                elements = Math.multiplyExact(elements, dimension);
            }
            return elements;
        }

        long bytes() {
            return Math.multiplyExact(elements(), type.bytes);
        }

        long end() {
            return Math.addExact(begin, bytes());
        }
    }
}
