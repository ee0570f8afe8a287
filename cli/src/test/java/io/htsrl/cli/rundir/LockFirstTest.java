package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is going keeps its files, whoever comes: the lock is asked for before anything is touched. */
class LockFirstTest {
    @TempDir
    Path parent;

    private Path folder;
    private RunDirectory going;

    @BeforeEach
    void begin() throws IOException {
        folder = Files.createDirectory(parent.resolve("run"));
        going = new RunDirectory(folder, 1, Thinning.DOUBLING);
        going.onEpisode(new EpisodeRecord(0, 1, 0, 1, 1, false));
        going.onInterval(new IntervalReport(0, 8, 0.5, 1, 1, -1, Map.of(), "d0"));
        going.save(new DataOutputStream(new ByteArrayOutputStream())); // brings the lines out
    }

    @AfterEach
    void end() {
        going.close();
    }

    private static void assertInUse(ConfigurationException refusal) {
        assertTrue(refusal.getMessage().contains("must not be in use"), refusal::getMessage);
    }

    @Test
    void shouldOpenNoFileBeforeTheLockIsHeld() throws IOException {
        Files.delete(folder.resolve("episodes.csv"));
        Files.delete(folder.resolve("metrics.jsonl"));

        assertInUse(assertThrows(
                ConfigurationException.class, () -> RunDirectory.reopen(RunLock.of(folder), 1, Thinning.DOUBLING)));

        assertFalse(Files.exists(folder.resolve("episodes.csv")), "made by the one that was refused");
        assertFalse(Files.exists(folder.resolve("metrics.jsonl")), "made by the one that was refused");
    }

    @Test
    void shouldNotEmptyTheFilesOfARunThatBeganInTheSameFolder() throws IOException {
        String episodes = Files.readString(folder.resolve("episodes.csv"));
        String digests = Files.readString(folder.resolve("digests.jsonl"));

        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> new RunDirectory(folder, 1, Thinning.DOUBLING));

        assertTrue(refusal.getMessage().contains(folder.toString()), refusal::getMessage);
        assertEquals(episodes, Files.readString(folder.resolve("episodes.csv")));
        assertEquals(digests, Files.readString(folder.resolve("digests.jsonl")));
    }

    /** The other run has come to its end meanwhile: its lock is free, its files are there. */
    @Test
    void shouldNotEmptyTheFilesOfARunThatHasEndedInTheSameFolder() throws IOException {
        going.close();
        String episodes = Files.readString(folder.resolve("episodes.csv"));

        assertThrows(ConfigurationException.class, () -> new RunDirectory(folder, 1, Thinning.DOUBLING));

        assertEquals(episodes, Files.readString(folder.resolve("episodes.csv")));
    }

    /** Windows lets nobody read locked bytes; a JVM refuses locks that overlap. */
    @Test
    void shouldLockNoByteThatOthersRead() throws IOException {
        Path digests = folder.resolve("digests.jsonl");
        try (FileChannel reader = FileChannel.open(digests, StandardOpenOption.READ)) {
            assertTrue(reader.size() > 0);
            assertThrows(OverlappingFileLockException.class, () -> reader.tryLock(0, Long.MAX_VALUE, true));
            assertNotNull(reader.tryLock(0, Long.MAX_VALUE - 1, true));
        }
    }

    @Test
    void shouldNotMoveARunAsideThatIsStillGoing() {
        assertInUse(assertThrows(ConfigurationException.class, () -> RunFolders.moveAside(folder)));

        assertTrue(Files.exists(folder.resolve("digests.jsonl")));
        going.close();
        assertEquals(parent.resolve("run.unfinished-1"), RunFolders.moveAside(folder));
    }
}
