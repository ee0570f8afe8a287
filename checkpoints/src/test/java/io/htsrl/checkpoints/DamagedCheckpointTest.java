package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedCheckpointTest {
    @TempDir
    Path folder;

    private Path file;
    private byte[] whole;
    private int headerBytes;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("interval-000000000007.safetensors");
        CheckpointImage image = new CheckpointImage().begin().metadata("interval", "7");
        image.addTensor("w", new long[] {2, 2}, new float[] {1, 2, 3, 4}, 0);
        image.addPart("learner", 1, out -> out.writeLong(42));
        CheckpointFile.write(file, image);
        whole = Files.readAllBytes(file);
        headerBytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        CheckpointFile.open(file).close();
    }

    private CheckpointException refusal(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        CheckpointException refusal = assertThrows(
                CheckpointException.class, () -> CheckpointFile.open(file).close());
        assertEquals(file, refusal.file());
        assertTrue(refusal.getMessage().startsWith("checkpoint " + file + " "), refusal::getMessage);
        return refusal;
    }

    private void assertRefused(byte[] bytes, String why) throws IOException {
        assertEquals("checkpoint " + file + " " + why, refusal(bytes).getMessage());
    }

    /** A file with this header and this much data. */
    private static byte[] file(String header, int dataBytes) {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + json.length + dataBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(json.length)
                .put(json)
                .array();
    }

    /** The file with its header changed, and its header's length with it. */
    private byte[] edited(String from, String to) {
        String header = new String(whole, 8, headerBytes, StandardCharsets.UTF_8);
        assertTrue(header.contains(from), header);
        return file(header.replace(from, to), whole.length - 8 - headerBytes);
    }

    @Test
    void shouldRefuseEveryTruncation() throws IOException {
        for (int length = 0; length < whole.length; length++) {
            String message = refusal(Arrays.copyOf(whole, length)).getMessage();
            assertTrue(message.contains(" is cut off: "), message);
        }
    }

    @Test
    void shouldSayWhereItIsCutOff() throws IOException {
        assertRefused(new byte[0], "is cut off: it has 0 bytes, fewer than the 8 that give the length of its header");
        assertRefused(
                Arrays.copyOf(whole, 7),
                "is cut off: it has 7 bytes, fewer than the 8 that give the length of its header");
        assertRefused(
                Arrays.copyOf(whole, 8 + 10),
                "is cut off: its header should be " + headerBytes + " bytes long and only 10 are there");
        assertRefused(
                Arrays.copyOf(whole, 8 + headerBytes + 16),
                "is cut off: its data should be 24 bytes long and 16 are there");
    }

    @Test
    void shouldRefuseEveryChangedByte() throws IOException {
        for (int at = 0; at < whole.length; at++) {
            for (int change : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 0xff}) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) change;
                refusal(changed);
            }
        }
    }

    @Test
    void shouldNameBothChecksumsOfChangedData() throws IOException {
        byte[] changed = whole.clone();
        changed[whole.length - 1] ^= 1;

        String message = refusal(changed).getMessage();
        String written = new String(whole, Header.CHECKSUM_AT, 32, StandardCharsets.US_ASCII);
        assertTrue(message.contains(" is damaged: its checksum is " + written + " and that of its content "), message);
    }

    @Test
    void shouldRefuseTwoPartsThatChangedPlaces() throws IOException {
        byte[] changed = whole.clone();
        System.arraycopy(whole, 8 + headerBytes, changed, 8 + headerBytes + 4, 4);
        System.arraycopy(whole, 8 + headerBytes + 4, changed, 8 + headerBytes, 4);
        refusal(changed);
    }

    @Test
    void shouldRefuseBytesAfterTheEnd() throws IOException {
        assertRefused(
                Arrays.copyOf(whole, whole.length + 1),
                "is damaged: its data should be 24 bytes long and 25 are there");
    }

    @Test
    void shouldRefuseAnotherVersion() throws IOException {
        assertRefused(
                edited("\"version\":\"1\"", "\"version\":\"2\""), "is of version 2, and this build reads version 1");
        assertRefused(edited("\"version\":\"1\",", ""), "is of version unknown, and this build reads version 1");
    }

    @Test
    void shouldRefuseSafetensorsOfOthers() throws IOException {
        String why = "is not an hts-rl checkpoint: its metadata do not say \"format\": \"hts-rl checkpoint\"";
        assertRefused(file("{\"w\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4), why);
        assertRefused(file("{\"__metadata__\":{\"format\":\"pt\"}}", 0), why);
        assertRefused(file("{}", 0), why);
    }

    @Test
    void shouldRefuseFilesOfOtherKinds() throws IOException {
        assertRefused(
                "PK\3\4 some archive".getBytes(StandardCharsets.UTF_8),
                "is damaged or no checkpoint at all: " + "its header would be 7885648053892500304 bytes long");
        String why = "is damaged or no checkpoint at all: its header is not JSON";
        assertRefused(file("", 0), why);
        assertRefused(file("   ", 0), why);
        assertRefused(file("[1]", 0), why);
        assertRefused(file("{\"__metadata__\":", 0), why);
        assertRefused(file("{} {}", 0), why);
        assertRefused(file("[".repeat(5000), 0), why);
    }

    @Test
    void shouldRefuseWhatAnotherProgramWroteAnew() throws IOException {
        String header = "{\"__metadata__\":{\"format\":\"hts-rl checkpoint\",\"version\":\"1\","
                + "\"checksum\":\"00000000000000000000000000000000\"}}";
        assertRefused(
                file(header, 0),
                "was changed by another program: its header does not begin with "
                        + "{\"__metadata__\":{\"checksum\":\"");
    }

    @Test
    void shouldRefuseAHeaderThatContradictsItself() throws IOException {
        String why = "is damaged: its header contradicts itself on part w";
        assertRefused(edited("[0,16]", "[0,17]"), why);
        assertRefused(edited("[0,16]", "[1,17]"), why);
        assertRefused(edited("[0,16]", "[0]"), why);
        assertRefused(edited("[2,2]", "[-2,-2]"), why);
        assertRefused(edited("[2,2]", "[9223372036854775807,9223372036854775807]"), why);
        assertRefused(edited("\"F32\"", "\"F64\""), why);
        assertRefused(edited("\"w\":{", "\"w\":1,\"x\":{"), why);
    }

    @Test
    void shouldSayWhyItCannotBeRead() {
        Path nowhere = folder.resolve("nowhere").resolve("x.safetensors");
        assertEquals(
                "cannot read checkpoint " + nowhere + ": No such file or directory",
                assertThrows(CheckpointException.class, () -> CheckpointFile.open(nowhere))
                        .getMessage());
        assertEquals(
                "cannot read checkpoint " + folder + ": Is a directory",
                assertThrows(CheckpointException.class, () -> CheckpointFile.open(folder))
                        .getMessage());
    }

    @Test
    void shouldTakeARemedy() throws IOException {
        CheckpointException refusal = refusal(new byte[3]).withRemedy("resume from X");
        assertTrue(refusal.getMessage().endsWith("of its header; resume from X"), refusal::getMessage);
        assertEquals(file, refusal.file());
    }
}
