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
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WatchCommandTest {
    @TempDir
    private Path parent;

    private final StringWriter out = new StringWriter();
    private String refusal = "";

    /** Runs the command, whose page ends at once. */
    private int watch(Path run) {
        return new CommandLine(new WatchCommand(new CountDownLatch(0)))
                .setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((e, command, result) -> {
                    refusal = ((ConfigurationException) e).getMessage();
                    return ExitCode.MISTAKE;
                })
                .execute(run.toString());
    }

    @Test
    void shouldServeAWholeRun() throws IOException {
        assertEquals(ExitCode.OK, watch(WatchedRuns.write(parent.resolve("run"), 5)), () -> refusal);
        assertTrue(out.toString().startsWith("http://"), out::toString);
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
