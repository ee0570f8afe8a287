package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run whose last checkpoint cannot be written is complete, and reports it. */
class EndCheckpointTest {
    private static final String RUN =
            "train --algo a2c --env CartPole-v1 --num-envs 4 --sync-interval 8 --total-timesteps 9600 --eval-every 30 "
                    + "--eval-episodes 2 --executors 1";

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private int train(TrainingRunner runner, String name, String flags) {
        return hts.runLine(runner, RUN + " --out " + parent.resolve(name) + " " + flags);
    }

    /** Puts something in the way of the checkpoint after so many intervals; 0: of the folder. */
    private static TrainingRunner obstructing(long interval) {
        return (config, attached) -> {
            Path folder = attached.checkpoints().folder();
            try {
                if (interval == 0) {
                    Files.writeString(folder, "no folder");
                } else {
                    Files.createDirectories(folder.resolve("interval-%012d.safetensors".formatted(interval) + "/full"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Trainer(config, attached).run();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--schedule hts | 300",
                "--schedule hts | 0",
                "--schedule serial | 300",
                "--schedule sync | 300",
                "--schedule hts --checkpoint-every 250 | 300",
                "--schedule hts --stop-when return >= 15 | 0"
            })
    void shouldKeepTheResultOfACompleteRun(String flags, long interval) throws IOException {
        assertEquals(
                ExitCode.OK,
                train((config, attached) -> new Trainer(config, attached).run(), "whole", flags),
                hts::errors);
        assertEquals(ExitCode.FAILED, train(obstructing(interval), "run", flags), hts::errors);

        JsonNode whole = RunReader.open(parent.resolve("whole")).summary().orElseThrow();
        JsonNode summary = RunReader.open(parent.resolve("run")).summary().orElseThrow();
        for (String key : new String[] {"digest", "parameter_digest", "timesteps", "evaluated_policies", "error"}) {
            assertEquals(whole.get(key), summary.get(key), key);
        }
        assertTrue(whole.get("timesteps").asLong() <= 9600);
        assertArrayEquals(
                Agent.load(parent.resolve("whole")).parameters(),
                Agent.load(parent.resolve("run")).parameters());
        Path checkpoints = parent.resolve("run/checkpoints");
        assertTrue(
                hts.errors()
                        .contains("error: cannot "
                                + (interval == 0 ? "use the checkpoint folder " : "write checkpoint ") + checkpoints),
                hts::errors);
        assertTrue(
                hts.errors()
                        .contains("; the run is complete, and its model is in "
                                + parent.resolve("run/model.safetensors")),
                hts::errors);
        assertEquals(RunState.FINISHED, RunReader.open(parent.resolve("run")).state());
    }

    @ParameterizedTest
    @CsvSource({"--checkpoint-every 250, 250"})
    void shouldFailWhereAnEarlierOneCannotBeWritten(String flags, long interval) {
        assertEquals(ExitCode.FAILED, train(obstructing(interval), "run", flags), hts::errors);
        assertTrue(RunReader.open(parent.resolve("run")).summary().orElseThrow().has("error"));
    }
}
