package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.storage.BitHasher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A checkpoint as another build would have written it: its header is another, its checksum fits. */
public final class RewrittenCheckpoint {

    private RewrittenCheckpoint() {}

    /** Exchanges a text of the header, everywhere, for one of the same length. */
    public static void replace(Path file, String from, String to) throws IOException {
        assertEquals(from.length(), to.length());
        byte[] bytes = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        String header = new String(bytes, Header.LENGTH_BYTES, length, StandardCharsets.US_ASCII);
        assertTrue(header.contains(from), header);
        put(bytes, Header.LENGTH_BYTES, header.replace(from, to));
        write(file, bytes);
        CheckpointFile.open(file).close();
    }

    /** Writes a checkpoint's bytes with the checksum that they then have. */
    static void write(Path file, byte[] bytes) throws IOException {
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        put(bytes, Header.CHECKSUM_AT, Header.NO_CHECKSUM);
        put(bytes, Header.CHECKSUM_AT, checksum(bytes, Header.LENGTH_BYTES + length));
        Files.write(file, bytes);
    }

    private static String checksum(byte[] bytes, int headerBytes) {
        BitHasher hasher = new BitHasher();
        hasher.restart(0, 0);
        hasher.bytes(bytes, 0, headerBytes);
        int at = headerBytes;
        do {
            int count = Math.min(ChunkOutput.CHUNK_BYTES, bytes.length - at);
            hasher.bytes(bytes, at, count);
            at += count;
        } while (at < bytes.length);
        return hasher.hex();
    }

    private static void put(byte[] bytes, int at, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, at, ascii.length);
    }
}
