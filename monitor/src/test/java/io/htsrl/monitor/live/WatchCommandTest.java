package io.htsrl.monitor.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WatchCommandTest {
    @TempDir
    private Path parent;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String refusal = "";

    /** Runs the command, whose page ends at once. */
    private int watch(Path... runs) {
        return new CommandLine(new WatchCommand(new CountDownLatch(0)))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((e, command, result) -> {
                    refusal = ((ConfigurationException) e).getMessage();
                    return ExitCode.MISTAKE;
                })
                .execute(Stream.of(runs).map(Path::toString).toArray(String[]::new));
    }

    @Test
    void shouldServeAWholeRun() throws IOException {
        assertEquals(ExitCode.OK, watch(WatchedRuns.write(parent.resolve("run"), 5)), () -> refusal);
        assertTrue(out.toString().startsWith("http://"), out::toString);
    }

    @Test
    void shouldShowTheNewestOfTooManyRunsAndSaySo() throws IOException {
        Path[] runs = new Path[33];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = WatchedRuns.write(parent.resolve("run-" + i), 2);
        }
        Files.setLastModifiedTime(runs[7].resolve("config.yaml"), FileTime.fromMillis(0));
        Files.delete(runs[7].resolve("metrics.jsonl")); // the oldest, which is not read

        assertEquals(ExitCode.OK, watch(runs), () -> refusal);
        assertEquals(
                "warning: only the newest 32 of 33 runs are shown: more colours cannot be distinguished",
                err.toString().strip());
    }

    @Test
    void shouldRefuseADamagedRunThatNobodyWrites() throws IOException {
        Path run = WatchedRuns.write(parent.resolve("run"), 5);
        Path metrics = run.resolve("metrics.jsonl");
        Files.writeString(metrics, Files.readString(metrics) + "junk\n");

        assertEquals(ExitCode.MISTAKE, watch(run));
        assertTrue(refusal.contains(metrics + ": it must hold what 'hts train' wrote, and line 6 is damaged"), refusal);
        assertEquals("", out.toString());
    }
}
