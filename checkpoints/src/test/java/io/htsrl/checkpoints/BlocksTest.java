package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.state.RawArrays;
import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlocksTest {
    private static final int BLOCKS = 4;
    private static final int BYTES = 3 * ChunkOutput.CHUNK_BYTES / 2;

    @TempDir
    Path run;

    private final byte[][] memory = new byte[BLOCKS][BYTES];
    private long appended;
    private CheckpointFolder checkpoints;

    @BeforeEach
    void fill() {
        checkpoints = new CheckpointFolder(run.resolve("checkpoints"), 2);
        checkpoints.prepare();
        for (byte[] block : memory) {
            append(block);
        }
    }

    private void append(byte[] block) {
        new Random(++appended).nextBytes(block);
    }

    private void save(DataOutput out) throws IOException {
        out.writeLong(appended);
        for (byte[] block : memory) {
            RawArrays.writeBlock(out, to -> RawArrays.write(to, block));
            out.writeInt(block[0]);
        }
    }

    /** Replaces one block and writes a checkpoint. */
    private Path write(long interval, Disk disk, boolean live) {
        append(memory[(int) (interval % BLOCKS)]);
        CheckpointImage image = new CheckpointImage().begin().metadata("interval", Long.toString(interval));
        image.addPart("clock", 1, out -> out.writeLong(interval));
        image.addPart("learner", 1, this::save, live ? 0 : Long.MAX_VALUE);
        image.addPart("last", 1, out -> out.writeLong(-interval));
        CheckpointFile.write(disk, checkpoints.file(interval), image);
        return checkpoints.file(interval);
    }

    private Path write(long interval) {
        return write(interval, Disk.REAL, false);
    }

    private List<Path> blocks() throws IOException {
        try (Stream<Path> files = Files.list(checkpoints.folder().resolve("blocks"))) {
            return files.sorted().toList();
        }
    }

    private byte[] saved() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static byte[] read(Path file) throws IOException {
        try (CheckpointFile checkpoint = CheckpointFile.open(file);
                PartInput in = checkpoint.part("learner")) {
            byte[] bytes = in.readNBytes((int) in.remaining());
            in.finish();
            assertEquals(checkpoint.number("interval"), checkpoint.part("clock").readLong());
            assertEquals(-checkpoint.number("interval"), checkpoint.part("last").readLong());
            return bytes;
        }
    }

    private static String refusal(Path file) {
        return assertThrows(
                        CheckpointException.class,
                        () -> CheckpointFile.open(file).close())
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldStoreEqualBlocksOnce(boolean live) throws IOException {
        Path first = write(1, Disk.REAL, live);
        byte[] before = saved();
        RecordingDisk disk = new RecordingDisk();
        Path second = write(2, disk, live);

        assertEquals(BLOCKS + 1, blocks().size());
        assertTrue(Files.size(second) < BYTES);
        assertEquals(
                2, disk.log.stream().filter(deed -> deed.startsWith("open")).count(), disk.log::toString);
        assertArrayEquals(before, read(first));
        assertArrayEquals(saved(), read(second));
    }

    @Test
    void shouldWriteTheSameFilesLiveOrCopied() throws IOException {
        Path copied = write(1);
        byte[] bytes = Files.readAllBytes(copied);
        List<Path> blocks = blocks();
        appended--; // the same once more
        write(1, Disk.REAL, true);
        assertArrayEquals(bytes, Files.readAllBytes(copied));
        assertEquals(blocks, blocks());
    }

    @Test
    void shouldSkipInTheBytesOfBlocks() throws IOException {
        try (CheckpointFile checkpoint = CheckpointFile.open(write(1));
                PartInput in = checkpoint.part("learner")) {
            in.skipNBytes(Long.BYTES + BYTES + Integer.BYTES + 5);
            assertEquals(memory[1][5], in.readByte());
        }
    }

    @Test
    void shouldNameADamagedOrMissingBlockAndFindTheOlderCheckpoint() throws IOException {
        Path older = write(1);
        List<Path> shared = blocks();
        Path newer = write(2);
        Path block = blocks().stream()
                .filter(each -> !shared.contains(each))
                .findAny()
                .orElseThrow();

        String incomplete = "checkpoint " + newer + " lacks a block: " + block + " of " + BYTES
                + " bytes is missing or damaged; copy a checkpoint with the folder blocks beside it";

        byte[] bytes = Files.readAllBytes(block);
        bytes[BYTES / 2] ^= 1;
        Files.write(block, bytes);
        assertEquals(incomplete, refusal(newer));
        try (CheckpointFile found = checkpoints.newestIntact().intact().orElseThrow()) {
            assertEquals(older, found.path());
        }
        Files.write(block, Arrays.copyOf(bytes, 10));
        assertEquals(incomplete, refusal(newer));
        Files.delete(block);
        assertEquals(incomplete, refusal(newer));
        Files.createDirectory(block);
        assertEquals(incomplete, refusal(newer));
        read(older);
    }

    /** Else the damage would be in every later checkpoint too. */
    @Test
    void shouldWriteADamagedBlockAnew() throws IOException {
        write(1);
        for (Path block : blocks()) {
            Files.write(block, new byte[BYTES]);
        }
        read(write(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, Long.MAX_VALUE})
    void shouldRefuseAListThatContradictsItself(long number) throws IOException {
        Path file = write(1);
        byte[] whole = Files.readAllBytes(file);
        int list = whole.length - Long.BYTES - BLOCKS * BlockReference.BYTES;
        for (int at : new int[] {list, list + 2 * BlockReference.BYTES, list + Long.BYTES}) {
            byte[] bytes = whole.clone();
            ByteBuffer.wrap(bytes).putLong(at, number);
            RewrittenCheckpoint.write(file, bytes);
            assertTrue(
                    refusal(file).contains("its list state-blocks.learner contradicts itself")
                            || refusal(file).contains("is missing or damaged"),
                    refusal(file));
        }
    }

    @Test
    void shouldDeleteBlocksThatNoCheckpointRefersTo() throws IOException {
        for (long interval = 1; interval <= 9; interval++) {
            checkpoints.prune(write(interval), Set.of());
        }
        assertEquals(BLOCKS + 1, blocks().size());
        Path foreign = Files.createFile(checkpoints.folder().resolve("blocks").resolve("readme.txt"));
        Path orphan = Files.createFile(foreign.resolveSibling("0".repeat(32)));
        Path draft = Files.createFile(foreign.resolveSibling("." + "0".repeat(32) + ".draft"));
        checkpoints.prepare();
        assertTrue(Files.exists(foreign));
        assertTrue(Files.notExists(orphan) && Files.notExists(draft));
        checkpoints.dropNewer(checkpoints.file(8));
        assertEquals(BLOCKS + 1, blocks().size()); // with the foreign file
        read(checkpoints.file(8));
    }

    @Test
    void shouldDeleteNoBlockWhileACheckpointCannotBeRead() throws IOException {
        write(1);
        write(2);
        byte[] whole = Files.readAllBytes(checkpoints.file(1));
        Files.write(checkpoints.file(1), new byte[10]);
        checkpoints.prepare();
        Files.write(checkpoints.file(1), whole);
        read(checkpoints.file(1));
    }

    /** Ends the process at the deed of a number. */
    private static final class KilledDisk extends RecordingDisk {
        private final int last;

        KilledDisk(int last) {
            this.last = last;
        }

        @Override
        protected void before(String deed) throws IOException {
            super.before(deed);
            if (log.size() > last) {
                throw new IOException("killed");
            }
        }
    }

    @Test
    void shouldLackNoBlockWhereverTheProcessIsKilled() throws IOException {
        write(1);
        write(2);
        write(3);
        int kills = 0;
        for (boolean killed = true; killed; kills++) {
            KilledDisk disk = new KilledDisk(kills);
            try {
                new CheckpointFolder(checkpoints.folder(), 1, CheckpointFile::open, disk)
                        .prune(write(4, disk, true), Set.of());
                killed = false;
            } catch (CheckpointException e) {
                appended--;
            }
            for (Path file : checkpoints.list()) {
                read(file);
            }
        }
        assertTrue(kills > 10, "kills: " + kills);
        assertEquals(List.of(checkpoints.file(4)), checkpoints.list());
        checkpoints.prepare();
        assertEquals(BLOCKS, blocks().size());
    }

    @Test
    void shouldCopyACheckpointWithItsBlocks() throws IOException {
        Path file = write(1);
        CheckpointFolder fork = new CheckpointFolder(run.resolve("fork").resolve("checkpoints"), 2);
        Path copy;
        try (CheckpointFile from = CheckpointFile.open(file)) {
            copy = fork.copy(from);
            assertThrows(CheckpointException.class, () -> fork.copy(from));
        }
        checkpoints.prune(write(2), Set.of());
        checkpoints.prune(write(3), Set.of()); // deletes the first one, and a block of it
        assertEquals(fork.file(1), copy);
        assertEquals((long) Long.BYTES + BLOCKS * (BYTES + Integer.BYTES), read(copy).length);
    }
}
