package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Some faults take a process of their own: a real limit of the system, and an end with a thread that hangs. */
@Tag("slow")
@Timeout(1800)
class ProcessFaultTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    Path parent;

    private Path folder;
    private String err;

    /** Runs {@code hts train} in a JVM of its own and returns its exit code. */
    private int train(String limit, List<String> flags, String... arguments) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BASH), "needs bash");
        folder = parent.resolve("run");
        List<String> command = new ArrayList<>(List.of(
                BASH.toString(),
                "-c",
                limit + "exec \"$@\"",
                "bash",
                System.getProperty("java.home") + "/bin/java",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(flags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Hts.class.getName(),
                "train",
                "--run-dir",
                folder.toString(),
                "--quiet",
                "--hidden-sizes",
                "8,8"));
        command.addAll(List.of(arguments));
        Path errors = parent.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        err = Files.readString(errors);
        return process.exitValue();
    }

    private JsonNode error() throws IOException {
        return JSON.readTree(folder.resolve("summary.json").toFile()).get("error");
    }

    private void assertOneMessage(String words) {
        assertEquals(1, err.lines().filter(line -> line.startsWith("error:")).count(), err);
        assertTrue(err.contains(words), err);
    }

    @Test
    void shouldKeepWholeLinesOnAFullDisk() throws Exception {
        int code = train(
                "ulimit -f 20; ",
                List.of(),
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--num-envs",
                "2",
                "--num-steps",
                "4",
                "--total-timesteps",
                "16000",
                "--log-interval",
                "1e6");
        assertEquals(1, code, err);
        assertOneMessage("digests.jsonl: File too large; what was written before is kept");
        assertTrue(error().get("message").asText().contains("digests.jsonl"), error().toString());
        String digests = Files.readString(folder.resolve("digests.jsonl"));
        assertTrue(digests.endsWith("}\n") && digests.length() > 19 * 1024, "kept " + digests.length());
    }

    @Test
    void shouldEndTheProcessThoughAThreadHangs() throws Exception {
        int code = train(
                "",
                List.of(),
                "--algo",
                "a2c",
                "--env",
                "Stubborn-v0",
                "--num-envs",
                "2",
                "--num-steps",
                "4",
                "--total-timesteps",
                "800",
                "--step-timeout",
                "300ms");
        assertEquals(1, code, err);
        assertOneMessage("(Stubborn-v0) has been in step 3 of interval 4");
        assertEquals(4, error().get("interval").asLong());
    }

    @Test
    void shouldSayThatMemoryRanOut() throws Exception {
        int code = train(
                "",
                List.of("-Xmx64m", "-XX:+UseSerialGC"),
                "--algo",
                "a2c",
                "--env",
                "Hoarding-v0",
                "--total-timesteps",
                "16000");
        assertEquals(1, code, err);
        assertOneMessage("found no memory left (");
        assertOneMessage("give the JVM more with HTS_JAVA_OPTS=-Xmx4g");
        assertTrue(error().get("message").asText().contains("OutOfMemoryError"), error().toString());
    }

    @Test
    void shouldRefuseAReplayMemoryThatTheHeapCannotHoldBeforeItRuns() throws Exception {
        int code = train("", List.of("-Xmx64m"), "--algo", "dqn", "--env", "CartPole-v1", "--buffer-size", "1e8");
        assertEquals(2, code, err);
        assertOneMessage("--buffer-size 100000000: it must fit the heap: the run needs 3.1 GiB of it");
        assertFalse(Files.exists(folder), "nothing was made");
    }
}
