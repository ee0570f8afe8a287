package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.settings.TraceSettings;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code --trace} and {@code --trace-limit}; the file's content is tested where it is made. */
@Tag("slow")
class TraceTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private int train(TrainingRunner runner, String... more) {
        return hts.run(
                runner,
                Stream.concat(
                                Stream.of(
                                        "train",
                                        "--algo",
                                        "ppo",
                                        "--env",
                                        "CartPole-v1",
                                        "--run-dir",
                                        parent.resolve("run").toString()),
                                Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private static void record(Timeline timeline, int spans) {
        for (int i = 0; i < spans; i++) {
            timeline.of("executor-0").add(Activity.STEP, timeline.origin(), timeline.origin() + 1, i);
        }
    }

    private static TrainingRunner recording(int spans) {
        return (config, attached) -> {
            record(attached.timeline(), spans);
            return CommandLineFixture.result(false);
        };
    }

    private Path defaultValue() {
        return parent.resolve("run/trace.json");
    }

    private static TraceSettings settings(String... more) {
        return CommandLineFixture.resolve(
                        Stream.concat(Stream.of("train", "--algo", "ppo", "--env", "CartPole-v1"), Arrays.stream(more))
                                .toArray(String[]::new))
                .trace();
    }

    @Test
    void shouldWriteNoTraceUnlessAsked() {
        assertEquals(ExitCode.OK, train(recording(3)));

        assertFalse(Files.exists(defaultValue()));
        assertFalse(hts.out.toString().contains("trace"), hts.out::toString);
    }

    @Test
    void shouldWriteItIntoTheRunDirectory() {
        assertEquals(ExitCode.OK, train(recording(3), "--trace"));

        assertTrue(Files.exists(defaultValue()));
        assertTrue(
                hts.out
                        .toString()
                        .contains(
                                "\n  trace     " + defaultValue() + ": 3 spans; open it in https://ui.perfetto.dev\n"),
                hts.out::toString);
        assertEquals("", hts.errors());
    }

    @Test
    void shouldWriteItWhereItIsTold() {
        Path file = parent.resolve("elsewhere/t.json");
        assertEquals(ExitCode.OK, train(recording(3), "--trace", file.toString(), "--quiet"));

        assertTrue(Files.exists(file));
        assertFalse(Files.exists(defaultValue()));
        assertEquals("", hts.out.toString());
    }

    @Test
    void shouldWarnOfWhatItHadToDrop() {
        assertEquals(ExitCode.OK, train(recording(12), "--trace", "--trace-limit", "5"));

        assertEquals(
                "warning: the trace holds the last 5 spans of executor-0, without 7 earlier ones; "
                        + "give --trace-limit 12 to keep all\n",
                hts.errors());
    }

    @Test
    void shouldTraceARunThatFailed() throws IOException {
        assertEquals(
                ExitCode.FAILED,
                train(
                        (config, attached) -> {
                            record(attached.timeline(), 3);
                            throw new TrainingFailedException(
                                    "executor-3", new IllegalStateException("the pole broke"));
                        },
                        "--trace"));

        JsonNode trace = new ObjectMapper().readTree(defaultValue().toFile());
        assertEquals("ppo", trace.get("otherData").get("algo").asText());
    }

    @Test
    void shouldNotReadWhatAThreadMayBeWriting() throws InterruptedException {
        Thread[] straggler = new Thread[1];
        Object never = new Object();
        assertEquals(
                ExitCode.FAILED,
                train(
                        (config, attached) -> {
                            straggler[0] = new Thread(() -> {
                                synchronized (never) {
                                    waitOn(never);
                                }
                            });
                            straggler[0].setDaemon(true);
                            straggler[0].start();
                            attached.control().giveUp(straggler[0]);
                            throw new TrainingFailedException("executor-3", new IllegalStateException("hangs"));
                        },
                        "--trace"));
        straggler[0].interrupt();
        straggler[0].join();

        assertFalse(Files.exists(defaultValue()));
        assertTrue(hts.errors().contains("warning: no trace is written"), hts::errors);
    }

    private static void waitOn(Object never) {
        try {
            while (true) {
                never.wait();
            }
        } catch (InterruptedException e) {
            // the end of the test
        }
    }

    @Test
    void shouldKeepTheFirstTraceOfAResumedRun() {
        RecordedRuns runs = new RecordedRuns(parent);
        runs.recordStopped("run", 2, "--checkpoint-every 1 --trace");
        String[] resume = {"resume", runs.folder("run").toString(), "--trace"};
        assertEquals(ExitCode.OK, hts.run(RecordedRuns.TRAINER, resume), hts::errors);

        long traces = Arrays.stream(runs.folder("run").toFile().list())
                .filter(n -> n.matches("trace.*\\.json"))
                .count();
        assertEquals(2, traces);
    }

    @Test
    void shouldTakeAFileOrNone() {
        assertEquals(Optional.empty(), settings().file());
        assertEquals(Optional.empty(), settings("--trace", "none").file());
        assertEquals(Optional.of(Path.of("")), settings("--trace").file());
        assertEquals(
                Optional.of(Path.of("")), settings("--trace", "true", "--quiet").file());
        assertEquals(Optional.of(Path.of("t.json")), settings("--trace=t.json").file());
        assertEquals(7, settings("--trace", "--trace-limit", "7").limit());
    }

    @Test
    void shouldRefuseAFileThatCannotBeWrittenBeforeAnythingRuns() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));
        assertEquals(
                ExitCode.MISTAKE,
                train(recording(0), "--trace", file.resolve("t.json").toString()));
        assertEquals(ExitCode.MISTAKE, train(recording(0), "--trace", parent.toString(), "--trace-limit", "0"));

        String err = hts.errors();
        assertTrue(
                err.contains("--trace " + file.resolve("t.json") + ": it must name a file that can be written; "), err);
        assertTrue(err.contains("--trace " + parent + ": it must name a file that can be written; "), err);
        assertTrue(err.contains("--trace-limit 0: it must be at least 1; "), err);
        assertFalse(Files.exists(parent.resolve("run")));
    }
}
