package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFoldersTest {
    @TempDir
    Path parent;

    @Test
    void shouldNameAFolderAfterItsRun() {
        assertEquals(
                "gym-ALE-Pong-v5__ppo__-3__20261121T102030Z",
                RunFolders.defaultName("gym:ALE/Pong-v5", "ppo", -3, Instant.parse("2026-11-21T10:20:30.999Z")));
    }

    @Test
    void shouldTakeANewFolderAndAnEmptyOne() throws IOException {
        Path fresh = parent.resolve("a/b");

        assertEquals(fresh, RunFolders.claim(fresh));
        assertEquals(fresh, RunFolders.claim(fresh));
        assertEquals(0, fresh.toFile().list().length);
    }

    @Test
    void shouldRefuseAFolderThatHoldsFiles() throws IOException {
        Files.createFile(parent.resolve("x"));

        ConfigurationException refusal = assertThrows(ConfigurationException.class, () -> RunFolders.claim(parent));
        assertEquals("--out", refusal.violations().get(0).setting());
    }

    @Test
    void shouldRefuseTheFolderOfARunForASweep() throws IOException {
        assertEquals(parent, RunFolders.shared(parent));
        Files.writeString(parent.resolve("config.yaml"), "seed: 1\n");

        ConfigurationException refusal = assertThrows(ConfigurationException.class, () -> RunFolders.shared(parent));
        assertTrue(refusal.getMessage().contains("the folder of a sweep, and this one is that of a run"));
    }

    @Test
    void shouldGiveRunsThatBeginTogetherFoldersOfTheirOwn() {
        Path wanted = parent.resolve("runs/r");

        assertEquals(wanted, RunFolders.claimFresh(wanted));
        assertEquals(parent.resolve("runs/r-2"), RunFolders.claimFresh(wanted));
        assertEquals(parent.resolve("runs/r-3"), RunFolders.claimFresh(wanted));
    }
}
