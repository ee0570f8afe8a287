package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** File systems in memory hold folders of runs by the rules of Windows and macOS. */
class OtherSystemsTest {
    private static Path root(String system) throws IOException {
        FileSystem files =
                Jimfs.newFileSystem(system.equals("Windows") ? Configuration.windows() : Configuration.osX());
        return Files.createDirectories(
                files.getRootDirectories().iterator().next().resolve("work"));
    }

    @ParameterizedTest
    @CsvSource({"Windows, C:\\work\\runs\\", "macOS, /work/runs/"})
    void shouldClaimMoveAndReleaseFolders(String system, String runs) throws IOException {
        String name = RunFolders.defaultName("gym:my.module:make?a=<1>|\"*\"/b", "ppo", 1, Instant.EPOCH);
        Path wanted = root(system).resolve("runs").resolve(name);

        Path first = RunFolders.claimFresh(wanted);
        Path second = RunFolders.claimFresh(wanted);

        assertEquals(runs + "gym-my.module-make-a=-1------b__ppo__1__19700101T000000Z", first.toString());
        assertEquals(runs + name + "-2", second.toString());
        LineFile.create(first.resolve(RunLock.FILE)).close();
        assertEquals(runs + name + ".unfinished-1", RunFolders.moveAside(first).toString());
        RunFolders.release(second);
        assertFalse(Files.exists(first) || Files.exists(second));
    }

    @ParameterizedTest
    @CsvSource({"Windows", "macOS"})
    void shouldAppendLinesAndCutThem(String system) throws IOException {
        Path file = root(system).resolve("digests.jsonl");
        LineFile.Mark mark;
        try (LineFile lines = LineFile.create(file).lock()) {
            lines.write("one");
            mark = lines.mark();
            lines.write("two");
        }
        try (LineFile lines = LineFile.existing(file)) {
            lines.goBackTo(mark);
            lines.write("three");
        }
        assertEquals("one\nthree\n", Files.readString(file));
        assertEquals(LineFile.Mark.of("one\nthree\n"), LineFile.Mark.of(file));
    }

    @ParameterizedTest
    @CsvSource({"Windows", "macOS"})
    void shouldKeepTheKeyOfOwnRuns(String system) throws IOException {
        OwnRuns own = new OwnRuns(root(system).resolve("config").resolve("key"));
        ForeignCode code = new ForeignCode("env", "Python's mine:E");

        String mark = own.mark(code).orElseThrow();

        assertTrue(own.made(mark, code));
        assertFalse(own.made(mark, new ForeignCode("env", "Python's other:E")));
    }

    /** FAT has no links, for example: no code then counts as run before. */
    @Test
    void shouldKeepNoKeyWhereFilesHaveNoLinks() throws IOException {
        FileSystem files = Jimfs.newFileSystem(
                Configuration.windows().toBuilder().setSupportedFeatures().build());
        OwnRuns own = new OwnRuns(files.getPath("C:\\config", "key"));

        assertTrue(own.mark(new ForeignCode("env", "Python's mine:E")).isEmpty());
    }
}
