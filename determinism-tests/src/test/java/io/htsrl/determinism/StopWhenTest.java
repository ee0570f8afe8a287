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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that their settings end early: at the same interval for any threads, and for a run that was resumed. */
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
        Stream<String> all = Stream.of(
                (RUN + (flags.isEmpty() ? "" : " ") + flags + " --out " + parent.resolve(name)).split(" (?=--)"));
        String[] words = all.flatMap(flag -> Stream.of(flag.split(" ", 2))).toArray(String[]::new);
        assertEquals(ExitCode.OK, hts.run(TRAINER, words), hts::errors);
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
}
