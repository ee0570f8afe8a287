package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.state.RawArrays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFileTest {
    private static final float[] WEIGHTS = {1, -0f, Float.intBitsToFloat(0x7fc12345), Float.MIN_VALUE, 5, 6};
    private static final long[] LONGS = new long[20_000]; // more than two chunks

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("interval-000000000007.safetensors");
        for (int i = 0; i < LONGS.length; i++) {
            LONGS[i] = i * 0x9E3779B97F4A7C15L;
        }
        CheckpointImage image = new CheckpointImage();
        image.begin().metadata("interval", "7").metadata("config", "a: \"ü\"\n");
        image.addPart("learner", 1, out -> {
            out.writeByte(3);
            out.writeUTF("Adam ü");
            RawArrays.write(out, LONGS);
        });
        image.addTensor("policy.0.weight", new long[] {2, 3}, WEIGHTS, 0);
        image.addTensor("policy.0.bias", new long[] {2}, WEIGHTS, 3);
        image.addLive("replay", 1, out -> RawArrays.write(out, WEIGHTS));
        CheckpointFile.write(file, image);
    }

    @Test
    void shouldGiveBackEveryBit() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertEquals("7", checkpoint.metadata("interval"));
            assertEquals("a: \"ü\"\n", checkpoint.metadata("config"));
            assertBits(WEIGHTS, checkpoint.floats("policy.0.weight"));
            assertBits(new float[] {Float.MIN_VALUE, 5}, checkpoint.floats("policy.0.bias"));
            checkpoint.restore("learner", 1, in -> {
                assertEquals(3, in.readByte());
                assertEquals("Adam ü", in.readUTF());
                long[] longs = new long[LONGS.length];
                RawArrays.read(in, longs);
                assertArrayEquals(LONGS, longs);
            });
            checkpoint.restore("replay", 1, in -> {
                float[] floats = new float[WEIGHTS.length];
                RawArrays.read(in, floats);
                assertBits(WEIGHTS, floats);
            });
        }
    }

    private static void assertBits(float[] expected, float[] actual) {
        assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(Float.floatToRawIntBits(expected[i]), Float.floatToRawIntBits(actual[i]));
        }
    }

    @Test
    void shouldLeaveNothingBesideTheFile() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void shouldNameAPartThatIsMissing() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertRefused("has no part policy.1.weight of type F32", () -> checkpoint.floats("policy.1.weight"));
            assertRefused("has no part state.bank of type U8", () -> checkpoint.part("bank"));
            assertRefused("has no part state.learner of type F32", () -> checkpoint.floats("state.learner"));
            assertRefused("its metadata have no digest", () -> checkpoint.metadata("digest"));
        }
    }

    @Test
    void shouldNameAPartThatIsReadTooFar() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertRefused(
                    "its part state.replay ends after 24 bytes, and more are read",
                    () -> checkpoint.restore("replay", 1, in -> RawArrays.read(in, new float[7])));
            assertRefused(
                    "its part state.replay ends after 24 bytes, and more are read",
                    () -> checkpoint.restore("replay", 1, in -> in.readFully(new byte[25])));
        }
    }

    @Test
    void shouldNameAPartThatIsNotReadToItsEnd() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertRefused(
                    "its part state.replay has 24 bytes, of which only 8 are read",
                    () -> checkpoint.restore("replay", 1, in -> in.readDouble()));
        }
    }

    @Test
    void shouldNameAPartThatItsReaderRefuses() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertRefused(
                    "its part state.replay cannot be restored: 3 environments, here 4",
                    () -> checkpoint.restore("replay", 1, in -> {
                        throw new IOException("3 environments, here 4");
                    }));
        }
    }

    @Test
    void shouldNameAPartWhoseReaderFails() {
        IllegalStateException failure = new IllegalStateException("no such level");
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            CheckpointException refused = assertThrows(
                    CheckpointException.class,
                    () -> checkpoint.restore("replay", 1, in -> {
                        throw failure;
                    }));
            assertEquals(
                    "checkpoint " + file + " does not fit: its part state.replay cannot be restored: "
                            + "java.lang.IllegalStateException: no such level",
                    refused.getMessage());
            assertSame(failure, refused.getCause());
        }
    }

    /** The message of a run's failure says everything: the environment that failed, and where. */
    @Test
    void shouldLetARunsOwnFailurePass() {
        RunFailedException failure = new EnvironmentFailedException("environment 3 threw", 2, null);
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertSame(
                    failure,
                    assertThrows(
                            RunFailedException.class,
                            () -> checkpoint.restore("replay", 1, in -> {
                                throw failure;
                            })));
        }
    }

    @Test
    void shouldFitWhereEveryPartHasTheLayoutThatIsRead() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            checkpoint.require(Map.of("learner", 1, "replay", 1));
            checkpoint.require(Map.of());
        }
    }

    @Test
    void shouldNameEveryPartOfAnotherLayout() {
        CheckpointFile.write(
                file,
                new CheckpointImage()
                        .begin()
                        .addPart("bank", 3, out -> {})
                        .addLive("learner", 2, out -> {})
                        .addPart("clock", 1, out -> {}));
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            Map<String, Integer> here = new TreeMap<>(Map.of("bank", 4, "clock", 1, "learner", 1));
            assertEquals(
                    "checkpoint " + file + " is of another build: its part state.bank has layout 3, and this build "
                            + "reads layout 4; its part state.learner has layout 2, and this build reads layout 1; resume with "
                            + "the build that wrote it, or train again with the run's config.yaml",
                    assertThrows(CheckpointException.class, () -> checkpoint.require(here))
                            .getMessage());
            checkpoint.require(Map.of("bank", 3, "clock", 1, "learner", 2));
            checkpoint.restore("bank", 3, in -> {});
            assertTrue(assertThrows(CheckpointException.class, () -> checkpoint.restore("bank", 1, in -> {}))
                    .getMessage()
                    .contains("its part state.bank has layout 3, and this build reads layout 1"));
        }
    }

    @Test
    void shouldNameAPartThatIsRequiredAndMissing() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertRefused("it has no part state.bank of type U8", () -> checkpoint.require(Map.of("bank", 1)));
        }
    }

    /** Older builds wrote no layouts. */
    @Test
    void shouldRefuseAFileThatSaysNoLayoutsInOneMessage() throws IOException {
        String text =
                "checkpoint " + file + " is of another build: its parts say no layouts, as this build's do; resume "
                        + "with the build that wrote it, or train again with the run's config.yaml";
        CheckpointFile.write(
                file,
                new CheckpointImage().begin().addPart("bank", 1, out -> {}).addPart("clock", 1, out -> {}));
        RewrittenCheckpoint.replace(file, "\"layout.", "\"former.");
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertEquals(
                    text,
                    assertThrows(CheckpointException.class, () -> checkpoint.require(Map.of("bank", 1, "clock", 1)))
                            .getMessage());
        }
    }

    @Test
    void shouldKeepTheKeysOfLayoutsToItself() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new CheckpointImage().begin().metadata("layout.bank", "1"));
    }

    @Test
    @Timeout(1800)
    void shouldRefuseAPipeInsteadOfWaitingForIt() throws Exception {
        Path pipe = folder.resolve("interval-000000000009.safetensors");
        assumeTrue(made(pipe), "no mkfifo here");
        assertEquals(
                "checkpoint " + pipe + " is no regular file but a pipe, a socket or a device; put the file itself "
                        + "there",
                assertThrows(CheckpointException.class, () -> CheckpointFile.open(pipe))
                        .getMessage());
    }

    private static boolean made(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void assertRefused(String what, Runnable use) {
        CheckpointException refusal = assertThrows(CheckpointException.class, use::run);
        assertEquals(file, refusal.file());
        assertTrue(refusal.getMessage().startsWith("checkpoint " + file + " does not fit: "), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(what), refusal::getMessage);
    }

    @Test
    void shouldRefuseACheckpointOfAnotherIntervalThanItsNames() throws IOException {
        CheckpointFile.write(file, new CheckpointImage().begin().metadata(CheckpointFile.INTERVAL, "8"));

        assertEquals(
                "checkpoint " + file
                        + " is not what its name says: it was taken after 8 intervals, not after 7; give it "
                        + "its own name again, or copy the checkpoint of that name",
                assertThrows(CheckpointException.class, () -> CheckpointFile.open(file))
                        .getMessage());
        Path named = Files.move(file, folder.resolve("interval-000000000008.safetensors"));
        CheckpointFile.open(named).close();
    }

    @Test
    void shouldReadAgainWhatALaterCheckpointReplaces() {
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            CheckpointFile.write(file, new CheckpointImage().begin().metadata("written", "later"));

            assertBits(WEIGHTS, checkpoint.floats("policy.0.weight"));
        }
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            assertEquals("later", checkpoint.metadata("written"));
        }
    }

    @Test
    void shouldGiveTheSameBytesForTheSameImage() throws IOException {
        CheckpointImage image = new CheckpointImage();
        Path[] files = {folder.resolve("a"), folder.resolve("b")};
        for (Path each : files) {
            image.begin().metadata("interval", "1").addPart("x", 1, out -> out.writeUTF("x"));
            CheckpointFile.write(each, image);
        }

        assertEquals(-1, Files.mismatch(files[0], files[1]));
        assertFalse(image.isLive());
    }
}
