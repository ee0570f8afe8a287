package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.core.state.RawArrays;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every failed write of a checkpoint gives one message, keeps earlier ones and leaves no draft. */
class CheckpointDraftTest {
    @TempDir
    Path folder;

    private final CheckpointImage image = new CheckpointImage();
    private Path earlier;
    private Path target;
    private byte[] before;

    @BeforeEach
    void writeAnEarlierOne() throws IOException {
        earlier = folder.resolve("interval-000000000001.safetensors");
        target = folder.resolve("interval-000000000002.safetensors");
        image.begin().metadata("seed", "1").addTensor("w", new long[] {3}, new float[] {1, 2, 3}, 0);
        CheckpointFile.write(earlier, image);
        before = Files.readAllBytes(earlier);
    }

    private String failure(Disk disk, Path at) {
        return assertThrows(CheckpointException.class, () -> new CheckpointDraft(disk).write(at, image))
                .getMessage();
    }

    private void assertNothingHappened() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(earlier), files.toList());
        }
        assertArrayEquals(before, Files.readAllBytes(earlier));
        CheckpointFile.open(earlier).close();
    }

    @Test
    void shouldLoseNothingWhereverTheDiskBecomesFull() throws IOException {
        for (int room = 0; room <= before.length; room++) {
            assertEquals(
                    "cannot write checkpoint " + target + ": No space left on device; earlier checkpoints are "
                            + "untouched",
                    failure(new SmallDisk(room), target));
            assertNothingHappened();
        }
        new CheckpointDraft(new SmallDisk(before.length + 1)).write(target, image);
        CheckpointFile.open(target).close();
    }

    @Test
    void shouldKeepTheFileThatItCouldNotReplace() throws IOException {
        failure(new SmallDisk(before.length - 1), earlier);
        assertNothingHappened();
    }

    @Test
    void shouldLoseNothingWhenTheDiskBecomesFullBetweenChunks() throws IOException {
        int data = 3 * ChunkOutput.CHUNK_BYTES;
        image.begin().addLive("replay", 1, out -> RawArrays.write(out, new byte[data]));
        SmallDisk large = new SmallDisk(Long.MAX_VALUE);
        new CheckpointDraft(large).write(target, image);
        long header = large.used() - 1 - data;
        Files.delete(target);

        for (long room :
                new long[] {header - 1, header, header + ChunkOutput.CHUNK_BYTES, header + data - 1, header + data}) {
            failure(new SmallDisk(room), target);
            assertNothingHappened();
        }
    }

    @Test
    void shouldSayThatTheFolderIsGone() throws IOException {
        Path gone = folder.resolve("gone");
        assertEquals(
                "cannot write checkpoint " + gone.resolve("x") + ": No such file or directory; earlier "
                        + "checkpoints are untouched",
                failure(Disk.REAL, gone.resolve("x")));
        assertEquals(
                "cannot write checkpoint " + earlier.resolve("x") + ": Not a directory; earlier "
                        + "checkpoints are untouched",
                failure(Disk.REAL, earlier.resolve("x")));
        assertNothingHappened();
    }

    @Test
    void shouldSayThatTheFolderMayNotBeWritten() throws IOException {
        assumeTrue(folder.toFile().setWritable(false) && !Files.isWritable(folder), "root may write anywhere");
        try {
            assertEquals(
                    "cannot write checkpoint " + target + ": Permission denied; earlier checkpoints are untouched",
                    failure(Disk.REAL, target));
        } finally {
            folder.toFile().setWritable(true);
        }
        assertNothingHappened();
    }

    @Test
    void shouldSayThatSomethingElseHasTheName() throws IOException {
        Path taken = folder.resolve("taken");
        Files.createDirectories(taken.resolve("inside"));
        assertEquals(
                "cannot write checkpoint " + taken + ": Is a directory; earlier checkpoints are untouched",
                failure(Disk.REAL, taken));
        Files.delete(taken.resolve("inside"));
        Files.delete(taken);
        assertNothingHappened();
    }

    @Test
    void shouldSayThatTheStateCannotBeSaved() throws IOException {
        image.begin().addLive("environments", 1, out -> {
            throw new IOException("MyEnv cannot save its state");
        });
        assertEquals(
                "cannot write checkpoint " + target + ": MyEnv cannot save its state; earlier checkpoints are "
                        + "untouched",
                failure(Disk.REAL, target));
        assertNothingHappened();
    }

    @Test
    void shouldNotWriteALivePartThatChangesMeanwhile() throws IOException {
        int[] calls = new int[1];
        image.begin().addLive("replay", 1, (DataOutput out) -> out.write(new byte[++calls[0]]));

        String message = assertThrows(IllegalStateException.class, () -> CheckpointFile.write(target, image))
                .getMessage();
        assertEquals(
                "part state.replay changed while it was written: it ends at byte 2 of the data and was to end at "
                        + "1",
                message);
        assertNothingHappened();
    }

    @Test
    void shouldWriteOverALeftOverDraft() throws IOException {
        Path draft = folder.resolve(".interval-000000000002.safetensors.draft");
        Files.write(draft, new byte[100_000]);

        CheckpointFile.write(target, image);
        assertArrayEquals(before, Files.readAllBytes(target));
        assertTrue(Files.notExists(draft));
    }

    @Test
    void shouldWriteWholeFilesOnAnInterruptedThread() throws IOException {
        Thread.currentThread().interrupt();
        CheckpointFile.write(target, image);

        assertTrue(Thread.interrupted());
        assertArrayEquals(before, Files.readAllBytes(target));
    }

    @Test
    void shouldRefuseNamesThatAreTaken() {
        image.begin().metadata("a", "1").addPart("x", 1, out -> {});
        assertThrows(IllegalArgumentException.class, () -> image.metadata("a", "2"));
        assertThrows(IllegalArgumentException.class, () -> image.metadata("checksum", ""));
        assertThrows(IllegalArgumentException.class, () -> image.addLive("x", 1, out -> {}));
        assertThrows(IllegalArgumentException.class, () -> image.addTensor("state.x", new long[] {0}, new float[0], 0));
        assertThrows(
                IllegalArgumentException.class, () -> image.addTensor("__metadata__", new long[] {0}, new float[0], 0));
        assertThrows(IndexOutOfBoundsException.class, () -> image.addTensor("w", new long[] {2, 2}, new float[4], 1));
    }
}
