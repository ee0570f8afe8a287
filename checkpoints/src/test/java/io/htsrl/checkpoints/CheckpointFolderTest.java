package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
    @TempDir
    Path run;

    private CheckpointFolder checkpoints;

    @BeforeEach
    void prepare() {
        checkpoints = new CheckpointFolder(run.resolve("checkpoints"), 2);
        checkpoints.prepare();
    }

    private Path write(long interval) {
        Path file = checkpoints.file(interval);
        CheckpointFile.write(file, new CheckpointImage().begin().metadata("interval", Long.toString(interval)));
        return file;
    }

    private void damage(long interval) throws IOException {
        byte[] bytes = Files.readAllBytes(checkpoints.file(interval));
        bytes[bytes.length - 1] ^= 1;
        Files.write(checkpoints.file(interval), bytes);
    }

    private List<Path> files(long... intervals) {
        return LongStream.of(intervals).mapToObj(checkpoints::file).toList();
    }

    @Test
    void shouldNameFilesSoThatTheySort() {
        assertEquals(
                "interval-000000000120.safetensors",
                checkpoints.file(120).getFileName().toString());
        assertEquals(120, CheckpointFolder.interval(checkpoints.file(120)));
        assertEquals(1_234_567_890_123L, CheckpointFolder.interval(checkpoints.file(1_234_567_890_123L)));
        assertEquals(-1, CheckpointFolder.interval(Path.of("model.safetensors")));
    }

    @Test
    void shouldListTheNewestFirstAndNothingElse() throws IOException {
        LongStream.of(8, 120, 1_000_000_000_000L, 9).forEach(this::write);
        Files.createFile(checkpoints.folder().resolve(".interval-000000000130.safetensors.draft"));
        Files.createFile(checkpoints.folder().resolve("model.safetensors"));
        Files.createFile(checkpoints.folder().resolve("interval-000000000200.safetensors.bak"));
        Files.createDirectory(checkpoints.folder().resolve("interval-000000000300.safetensors"));

        assertEquals(files(1_000_000_000_000L, 120, 9, 8), checkpoints.list());
    }

    @Test
    void shouldKeepTheNewestFew() throws IOException {
        Path foreign = Files.createFile(checkpoints.folder().resolve(".model.safetensors.draft"));
        for (int interval = 1; interval <= 5; interval++) {
            checkpoints.prune(write(interval), Set.of());
        }
        assertEquals(files(5, 4), checkpoints.list());
        assertTrue(Files.exists(foreign));
    }

    @Test
    void shouldKeepWhatWasWrittenAfterResumingFromAnOlderOne() {
        LongStream.of(100, 200, 300).forEach(this::write);

        checkpoints.prune(write(120), Set.of());
        assertEquals(files(300, 200, 120, 100), checkpoints.list());
        checkpoints.prune(write(140), Set.of());
        assertEquals(files(300, 200, 140, 120), checkpoints.list());
    }

    @Test
    void shouldDropNewerOnesForGoodAndNoOthers() throws IOException {
        RecordingDisk disk = new RecordingDisk();
        LongStream.of(100, 120, 140, 300).forEach(this::write);
        damage(300);

        new CheckpointFolder(checkpoints.folder(), 1, CheckpointFile::open, disk).dropNewer(checkpoints.file(120));
        assertEquals(files(120, 100), checkpoints.list());
        assertEquals("sync folder checkpoints", disk.log.get(disk.log.size() - 1), "after every deletion");
        assertEquals(3, disk.log.size(), disk.log::toString);
    }

    @Test
    void shouldDropNothingWhereTheRunComesFromElsewhere() {
        LongStream.of(100, 120).forEach(this::write);

        checkpoints.dropNewer(run.resolve("interval-000000000100.safetensors"));
        new CheckpointFolder(run.resolve("none"), 1).dropNewer(checkpoints.file(100));
        assertEquals(files(120, 100), checkpoints.list());
    }

    @Test
    void shouldSyncTheFoldersAboveBeforeTheFirstCheckpoint() {
        RecordingDisk disk = new RecordingDisk();
        new CheckpointFolder(run.resolve("a").resolve("b"), 1, CheckpointFile::open, disk).prepare();
        assertEquals(List.of("sync folder a", "sync folder " + run.getFileName()), disk.log.subList(0, 2));
    }

    @Test
    void shouldOfferTheNewestThatIsWhole() throws IOException {
        LongStream.of(1, 2, 3, 4).forEach(this::write);
        damage(4);
        Files.write(checkpoints.file(3), new byte[3]);

        CheckpointFolder.Search search = checkpoints.newestIntact();
        try (CheckpointFile intact = search.intact().orElseThrow()) {
            assertEquals(checkpoints.file(2), intact.path());
            assertEquals("2", intact.metadata("interval"));
        }
        assertEquals(
                files(4, 3),
                search.refused().stream().map(CheckpointException::file).toList());
        assertTrue(search.refused().get(1).getMessage().contains("is cut off: it has 3 bytes"));
    }

    @Test
    void shouldOfferNothingWhenAllAreDamaged() throws IOException {
        write(1);
        Files.write(checkpoints.file(1), new byte[0]);

        CheckpointFolder.Search search = checkpoints.newestIntact();
        assertTrue(search.intact().isEmpty());
        assertEquals(1, search.refused().size());
    }

    /** A run that takes a checkpoint after every interval and keeps one, faster than anybody opens them. */
    private final class FastRun implements Function<Path, CheckpointFile> {
        private final long last;
        private final List<Path> tried = new ArrayList<>();

        FastRun(long last) {
            this.last = last;
        }

        @Override
        public CheckpointFile apply(Path file) {
            tried.add(file);
            if (CheckpointFolder.interval(file) < last) {
                checkpoints.prune(write(CheckpointFolder.interval(file) + 1), Set.of());
            }
            return CheckpointFile.open(file);
        }
    }

    @Test
    void shouldLookAgainWhenTheNewestIsDeletedBeforeItIsOpened() {
        checkpoints = new CheckpointFolder(checkpoints.folder(), 1);
        write(1);
        FastRun run = new FastRun(4);

        CheckpointFolder.Search search = new CheckpointFolder(checkpoints.folder(), 1, run, Disk.REAL).newestIntact();

        try (CheckpointFile intact = search.intact().orElseThrow()) {
            assertEquals(checkpoints.file(4), intact.path());
        }
        assertEquals(List.of(), search.refused());
        assertEquals(
                List.of(checkpoints.file(1), checkpoints.file(2), checkpoints.file(3), checkpoints.file(4)), run.tried);
    }

    @Test
    void shouldNotLookForEver() {
        checkpoints = new CheckpointFolder(checkpoints.folder(), 1);
        write(1);
        FastRun run = new FastRun(Long.MAX_VALUE);

        CheckpointFolder.Search search = new CheckpointFolder(checkpoints.folder(), 1, run, Disk.REAL).newestIntact();

        assertTrue(search.intact().isEmpty());
        assertEquals(1, search.refused().size());
        assertEquals(100, run.tried.size());
    }

    /** What is open stays readable where the system lets open files be deleted. */
    @Test
    void shouldReadAFileThatIsDeletedMeanwhile() throws IOException {
        write(1);
        try (CheckpointFile open = checkpoints.newestIntact().intact().orElseThrow()) {
            assumeTrue(!System.getProperty("os.name").startsWith("Windows"), "open files cannot be deleted");
            Files.delete(checkpoints.file(1));
            assertEquals("1", open.metadata("interval"));
        }
    }

    @Test
    void shouldFindNothingWhereThereIsNoFolder() {
        CheckpointFolder none = new CheckpointFolder(run.resolve("none"), 1);
        assertEquals(List.of(), none.list());
        assertTrue(none.newestIntact().intact().isEmpty());
    }

    @Test
    void shouldIgnoreAndClearDraftsOfKilledProcesses() throws IOException {
        write(1);
        Path draft = checkpoints.folder().resolve(".interval-000000000002.safetensors.draft");
        Files.write(draft, new byte[10]);
        assertEquals(files(1), checkpoints.list());

        checkpoints.prune(write(2), Set.of());
        assertTrue(Files.notExists(draft));
        Files.write(draft, new byte[10]);
        checkpoints.prepare();
        assertTrue(Files.notExists(draft));
        assertEquals(files(2, 1), checkpoints.list());
    }

    @Test
    void shouldSayThatTheFolderIsNone() throws IOException {
        Path file = Files.createFile(run.resolve("file"));
        CheckpointFolder none = new CheckpointFolder(file, 1);
        assertEquals(
                "cannot use the checkpoint folder " + file + ": Not a directory",
                assertThrows(CheckpointException.class, none::list).getMessage());
        assertEquals(
                "cannot use the checkpoint folder " + file + ": A file of that name is in the way",
                assertThrows(CheckpointException.class, none::prepare).getMessage());
    }

    @Test
    void shouldLeaveNoDraftAfterAnyOfThis() throws IOException {
        LongStream.of(1, 2, 3).mapToObj(this::write).forEach(file -> checkpoints.prune(file, Set.of()));
        try (Stream<Path> files = Files.list(checkpoints.folder())) {
            assertEquals(2, files.count());
        }
    }

    @Test
    void shouldKeepTheNewestBeforeAnInterval() {
        for (long interval = 1; interval <= 9; interval++) {
            checkpoints.prune(write(interval), interval < 4 ? Set.of() : Set.of(4L, 1L));
        }
        assertEquals(files(9, 8, 3), checkpoints.list());
    }
}
