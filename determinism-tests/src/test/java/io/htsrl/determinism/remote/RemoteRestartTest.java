package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --restart-environments}: a replica that died is made again, said and counted; without it the run ends. */
@Timeout(1800)
@Tag("slow")
class RemoteRestartTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private int train(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "train",
                "--algo",
                "a2c",
                "--env",
                DistantEnvironments.NAME,
                "--num-envs",
                "4",
                "--executors",
                "2",
                "--total-timesteps",
                "2000",
                "--run-dir",
                parent.resolve("run").toString()));
        arguments.addAll(List.of(more));
        return hts.run(RecordedRuns.TRAINER, arguments.toArray(new String[0]));
    }

    private JsonNode json(String file) throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(parent.resolve("run").resolve(file)));
    }

    @Test
    void shouldGoOnWithANewReplicaThatIsSaidAndCounted() throws Exception {
        int code = train("--restart-environments", "--env-option", "fault=DIES", "--env-option", "request=50");
        assertEquals(0, code, hts.err::toString);
        List<String> warnings = hts.err
                .toString()
                .lines()
                .filter(line -> line.contains("started again"))
                .toList();
        assertEquals(2, warnings.size(), "the second of each executor's group: " + hts.err);
        assertTrue(
                warnings.get(0)
                        .matches("warning: environment [13] \\(Distant-v0\\) died in step .* seed 0x.*: its process "
                                + "ended with exit code 139; it was started again and its episode truncated.*"),
                warnings.get(0));
        assertEquals(2, json("manifest.json").get("environment_restarts").asInt());
        assertFalse(json("manifest.json").get("deterministic").asBoolean());
        assertEquals(2, json("summary.json").get("environment_restarts").asInt());
        assertTrue(hts.out.toString().contains("restarts  2"), hts.out::toString);
        assertTrue(json("summary.json").get("timesteps").asLong() >= 2000);
    }

    @Test
    void shouldEndTheRunWithoutThatWish() throws Exception {
        assertEquals(1, train("--env-option", "fault=DIES", "--env-option", "request=50"));
        assertTrue(hts.err.toString().contains("(Distant-v0) died in "), hts.err::toString);
        assertFalse(json("manifest.json").has("environment_restarts"));
    }

    @Test
    void shouldPromiseItsBitsWhereNothingDied() throws Exception {
        assertEquals(0, train("--restart-environments"));
        assertTrue(json("manifest.json").get("deterministic").asBoolean());
        assertFalse(json("summary.json").has("environment_restarts"));
    }
}
