package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings end runs early: at the same interval for any threads, and for a run that was resumed. */
class StopWhenTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final String RUN =
            "train --algo ppo --env CartPole-v1 --num-envs 8 --sync-interval 32 --num-minibatches 2"
                    + " --hidden-sizes 32,32 --total-timesteps 40000 --learning-rate 2e-3 --checkpoint-every 7 --checkpoint-keep 99";

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    /** @param flags of which each may have a value with spaces */
    private void train(String name, String flags) {
        String line = RUN + (flags.isEmpty() ? "" : " ") + flags + " --out " + parent.resolve(name);
        assertEquals(ExitCode.OK, hts.runLine(TRAINER, line), hts::errors);
    }

    private JsonNode summary(String name) throws IOException {
        return new ObjectMapper()
                .readTree(parent.resolve(name).resolve("summary.json").toFile());
    }

    @Test
    void shouldReachItsPlannedEndWhereTheConditionIsTakenBack() throws IOException {
        train("early", "--stop-when return >= 60");
        train("whole", "");
        assertTrue(summary("early").get("timesteps").asLong() < 40_000);
        String run = parent.resolve("early").toString();

        assertEquals(ExitCode.MISTAKE, hts.run(TRAINER, "resume", run));
        assertTrue(hts.errors().contains("'hts resume " + run + " --stop-when none'"), hts::errors);
        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", run, "--stop-when", "none"), hts::errors);
        assertEquals(summary("whole").get("digest"), summary("early").get("digest"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--stop-when return >= 60",
                "--eval-every 4 --eval-episodes 3 --stop-when eval >= 100",
                "--eval-every 3 --eval-episodes 3 --patience 2"
            })
    void shouldEndAtTheSameInterval(String condition) throws IOException {
        train("serial", condition + " --schedule serial");
        train("threads", condition + " --executors 3 --actors 2");

        JsonNode serial = summary("serial");
        assertTrue(hts.out.toString().contains("  ended     early: "), hts.out::toString);
        assertTrue(serial.get("timesteps").asLong() < 40_000, serial::toString);
        assertFalse(serial.get("stopped").asBoolean(), "it is complete");
        assertEquals(serial.get("digest"), summary("threads").get("digest"));

        Files.delete(parent.resolve("threads/summary.json")); // as of a run that was killed
        String run = parent.resolve("threads").toString();
        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", run, "--checkpoint", "7"), hts::errors);
        assertEquals(serial.get("digest"), summary("threads").get("digest"));
        assertEquals(serial.get("timesteps"), summary("threads").get("timesteps"));
    }

    /** @param arguments the schedule, a bar, and the condition */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "serial|--stop-when return >= 60",
                "hts --executors 3 --actors 2|--eval-every 4 --eval-episodes 3 --stop-when eval >= 100",
                "hts --executors 2|--eval-every 3 --eval-episodes 3 --patience 2",
                "sync --executors 2|--stop-when return >= 60",
                "sync --executors 2|--eval-every 3 --eval-episodes 3 --patience 2"
            })
    void shouldEndAtItsLastCheckpointWhereItWasKilledAfterIt(String arguments) throws IOException {
        String[] parts = arguments.split("\\|");
        train("run", parts[1] + " --schedule " + parts[0]);
        JsonNode whole = summary("run");
        String ended = endedEarly();
        Path run = parent.resolve("run");
        Files.delete(run.resolve("summary.json"));
        Files.delete(run.resolve("model.safetensors"));

        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", run.toString()), hts::errors);
        assertEquals(whole.get("digest"), summary("run").get("digest"));
        assertEquals(whole.get("timesteps"), summary("run").get("timesteps"));
        assertEquals(whole.get("evaluated_policies"), summary("run").get("evaluated_policies"));
        assertFalse(summary("run").get("stopped").asBoolean(), "it is complete");
        assertEquals(ended, endedEarly());
    }

    /** Returns the line of the early end that was printed since the last call. */
    private String endedEarly() {
        String line = hts.out
                .toString()
                .lines()
                .filter(text -> text.startsWith("  ended     early: "))
                .findFirst()
                .orElseThrow();
        hts.out.getBuffer().setLength(0);
        return line;
    }

    @Test
    void shouldTrainOnWhereItWasKilledAtItsEndAndTheConditionIsTakenBack() throws IOException {
        train("early", "--stop-when return >= 60");
        train("whole", "");
        Path run = parent.resolve("early");
        Files.delete(run.resolve("summary.json"));

        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", run.toString(), "--stop-when", "none"), hts::errors);
        assertEquals(summary("whole").get("digest"), summary("early").get("digest"));
    }

    @Test
    void shouldTrainOnWhereItWasKilledAtItsEndAndMoreTimestepsAreGiven() throws IOException {
        train("run", "--stop-when return >= 60");
        long before = summary("run").get("timesteps").asLong();
        Path run = parent.resolve("run");
        Files.delete(run.resolve("summary.json"));

        assertEquals(
                ExitCode.OK, hts.run(TRAINER, "resume", run.toString(), "--total-timesteps", "80000"), hts::errors);
        assertTrue(summary("run").get("timesteps").asLong() > before);
    }
}
