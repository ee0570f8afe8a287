package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import io.htsrl.cli.signals.HeardSignals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first signal ends the run of a process whole at a swap, the second at once. */
@Tag("slow")
@Timeout(1800)
class SignalTest {
    private static final Path KILL = Path.of("/bin/kill");

    @TempDir
    Path parent;

    private Process process;
    private Path folder;
    private Path errors;

    @AfterEach
    void endWhatGoesOn() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** @param signal that it is to hear */
    private void start(String signal, String... more) throws Exception {
        assumeTrue(Files.isExecutable(KILL), "needs kill");
        folder = parent.resolve("run");
        errors = parent.resolve("err");
        Stream<String> command = Stream.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Hts.class.getName(),
                "train",
                "--run-dir",
                folder.toString(),
                "--quiet",
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--num-envs",
                "2",
                "--hidden-sizes",
                "8,8",
                "--total-timesteps",
                "1000000000");
        List<String> all = Stream.concat(command, Stream.of(more)).toList();
        process = new ProcessBuilder(HeardSignals.hearing(signal, all))
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Until {@code file} has something in it. */
    private void awaitContent(Path file) throws Exception {
        while (!Files.exists(file) || Files.size(file) == 0) {
            assertFalse(process.waitFor(10, TimeUnit.MILLISECONDS), () -> "ended early: " + err());
        }
    }

    /** Until the process has a thread of this name. */
    private void awaitThread(String name) throws Exception {
        Path threads = Path.of("/proc", String.valueOf(process.pid()), "task");
        assumeTrue(Files.isDirectory(threads), "threads of another process are looked up in /proc");
        while (true) {
            assertFalse(process.waitFor(10, TimeUnit.MILLISECONDS), () -> "ended early: " + err());
            try (Stream<Path> all = Files.list(threads)) {
                if (all.anyMatch(thread -> name(thread).equals(name))) {
                    return;
                }
            }
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    private String err() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void send(String signal) throws Exception {
        List<String> command = List.of(KILL.toString(), "-" + signal, String.valueOf(process.pid()));
        assertEquals(0, new ProcessBuilder(command).start().waitFor());
    }

    private int end() throws InterruptedException {
        return process.waitFor();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, Ctrl-C again to abort", "TERM, 143, another signal to abort", "HUP, 129, another signal"})
    void shouldEndARunWholeAndWithACheckpoint(String signal, int code, String words) throws Exception {
        start(signal, "--num-steps", "8");
        awaitContent(folder.resolve("digests.jsonl"));
        send(signal);
        assertEquals(code, end(), this::err);

        assertTrue(err().contains("waiting for its steps") && err().contains(words), this::err);
        assertTrue(err().endsWith("stopped; continue with 'hts resume " + folder + "'\n"), this::err);
        assertTrue(new ObjectMapper()
                .readTree(folder.resolve("summary.json").toFile())
                .get("stopped")
                .asBoolean());
        try (Stream<Path> checkpoints = Files.list(folder.resolve("checkpoints"))) {
            assertEquals(
                    1,
                    checkpoints
                            .filter(file -> file.toString().endsWith(".safetensors"))
                            .count());
        }
    }

    /** Its first interval would last for weeks. */
    @Test
    void shouldEndAtOnceAtTheSecond() throws Exception {
        start("TERM", "--num-steps", "1000", "--step-time", "constant:3600s");
        awaitThread("executor-0"); // while the run is set up, the first signal ends it
        send("TERM");
        awaitContent(errors);
        send("TERM");
        assertEquals(143, end(), this::err);
        assertTrue(err().contains("aborting"), this::err);
    }
}
