package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hts diff} and {@code hts verify} refuse each of these with one message, and do not hang. */
@Tag("slow")
class CommandRefusalTest {
    private static final Duration LONG = Duration.ofMinutes(30);

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private static void makePipe(Path file) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        Files.deleteIfExists(file);
        Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", file.toString()).start();
        assertTrue(mkfifo.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, mkfifo.exitValue());
    }

    private void assertOneMessage(int code, String... parts) {
        String err = hts.errors();
        assertEquals(ExitCode.MISTAKE, code, err);
        assertFalse(err.contains("\tat "), err);
        for (String part : parts) {
            assertTrue(err.contains(part), err);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"config.yaml", "manifest.json", "summary.json", "digests.jsonl"})
    void shouldRefuseAPipeInARunDirectory(String name) throws Exception {
        RecordedRuns runs = new RecordedRuns(parent);
        runs.record("run", "");
        String run = runs.folder("run").toString();
        makePipe(Path.of(run, name));

        assertOneMessage(assertTimeoutPreemptively(LONG, () -> hts.run("diff", run, run)), name, "no regular file");
    }

    @Test
    void shouldRefuseToCompareARunWithANulInItsName() {
        assertOneMessage(hts.run("diff", "a\0b", "c"), "must be a path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "a3c"})
    void shouldVerifyOnlyWhatPromisesBits(String schedule) {
        assertOneMessage(
                hts.run("verify", "--algo", "a2c", "--env", "CartPole-v1", "--schedule", schedule),
                "--schedule " + schedule + ": it must be one that promises equal bits; choose hts, sync or serial",
                "'hts verify --help'");
    }
}
