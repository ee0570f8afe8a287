package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One {@code hts train} that is to fail, in this JVM, and what it left behind. */
final class Training {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ROLES =
            Pattern.compile("(executor|actor|worker)-[0-9]+|learner|serial|watchdog|environment-check");

    final Path folder;
    final int code;
    final String err;

    private Training(Path folder, int code, String err) {
        this.folder = folder;
        this.code = code;
        this.err = err;
    }

    static final TrainingRunner TRAINER = disturbed(Perturbation.NONE);

    /** The trainer itself, with something that goes wrong inside. */
    static TrainingRunner disturbed(Perturbation perturbation) {
        return (config, attached) -> new Trainer(config, attached.with(perturbation)).run();
    }

    /** Four environments, intervals of eight steps, 25 intervals, two executors where there may be. */
    static Training of(TrainingRunner runner, Path folder, Schedule schedule, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "train",
                "--num-envs",
                "4",
                "--num-steps",
                "8",
                "--total-timesteps",
                "800",
                "--schedule",
                schedule.toString(),
                "--hidden-sizes",
                "8,8",
                "--run-dir",
                folder.toString()));
        if (schedule != Schedule.SERIAL) {
            arguments.addAll(List.of("--executors", "2"));
        }
        arguments.addAll(List.of(more));
        StringWriter err = new StringWriter();
        String[] words = arguments.toArray(new String[0]);
        int code = Hts.commandLine(runner, words)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(words);
        return new Training(folder, code, err.toString().replace("\n    ", "; ")); // a remedy behind its mistake
    }

    /** One message with all of {@code words}, a summary that says the same, whole lines, no thread left. */
    Training assertFailed(String... words) throws Exception {
        assertMessage(1, words);
        assertNoThreads();
        String message = summary().get("error").get("message").asText();
        assertTrue(message.contains(words[0]), message);
        assertWholeLines();
        return this;
    }

    Training assertMessage(int expectedCode, String... words) {
        assertEquals(expectedCode, code, err);
        assertEquals(1, err.lines().filter(line -> line.startsWith("error:")).count(), err);
        for (String word : words) {
            assertTrue(err.contains(word), () -> "'" + word + "' is not in: " + err);
        }
        return this;
    }

    /** Whether a stack trace was shown. */
    boolean showsTrace() {
        return err.contains("\tat ");
    }

    JsonNode summary() throws IOException {
        return JSON.readTree(folder.resolve("summary.json").toFile());
    }

    void assertWholeLines() throws IOException {
        String digests = Files.readString(folder.resolve("digests.jsonl"));
        assertTrue(digests.isEmpty() || digests.endsWith("}\n"), digests);
        long next = 0;
        for (String line : digests.lines().toList()) {
            assertEquals(
                    next++,
                    assertDoesNotThrow(() -> JSON.readTree(line))
                            .get("interval")
                            .asLong());
        }
    }

    /** Threads that have said goodbye get the time to go. */
    static void assertNoThreads() throws InterruptedException {
        for (Thread thread : runThreads()) {
            thread.join(600_000);
            assertFalse(thread.isAlive(), thread::getName);
        }
    }

    static List<Thread> runThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> ROLES.matcher(thread.getName()).matches())
                .toList();
    }
}
