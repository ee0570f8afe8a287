package io.htsrl.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code hts evaluate} of a folder of runs. */
@Tag("slow")
class EvaluateSweepTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path parent;

    @BeforeAll
    static void train() {
        RecordedRuns runs = new RecordedRuns(shared);
        runs.record("a", "--seed 2 --eval-every 2");
        runs.record("b", "--seed 10 --eval-every 2");
        runs.record("c", "--seed 2 --eval-every 2 --gamma 0.9");
    }

    @BeforeEach
    void copy() throws IOException {
        parent = RecordedRuns.copy(shared, folder.resolve("runs"));
    }

    private int evaluate(String... more) {
        String[] words = new String[more.length + 2];
        words[0] = "evaluate";
        words[1] = parent.toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return hts.run(RecordedRuns.TRAINER, words);
    }

    @Test
    void shouldTellMeansOverSeeds() throws IOException {
        Path file = parent.resolve("all.json");
        assertEquals(ExitCode.OK, evaluate("--best", "--episodes", "3", "--json", file.toString()), hts.err::toString);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        JsonNode first = json.get("groups").get(0);
        assertEquals("a2c CartPole-v1, gamma 0.99", first.get("name").asText());
        double a = first.get("runs").get(0).get("mean").asDouble();
        double b = first.get("runs").get(1).get("mean").asDouble();
        assertEquals((a + b) / 2, first.get("mean").asDouble(), 1e-9);
        assertEquals(10, first.get("runs").get(1).get("seed").asLong());
        String out = hts.out.toString();
        assertTrue(out.contains("\nRUNS                         SEEDS  MEAN OVER SEEDS (95 % CI)  "), out);
        assertTrue(out.contains("\na2c CartPole-v1, gamma 0.99  2 ") || out.contains("gamma 0.99  2 "), out);
        assertTrue(out.contains("\na2c CartPole-v1, gamma 0.9   1 "), out);
        assertTrue(out.contains("  a     "), out);
        assertEquals("", hts.err.toString());
    }

    @Test
    void shouldLeaveOutARunWithoutAPolicy() throws IOException {
        Files.delete(parent.resolve("b/model.safetensors"));
        for (Path checkpoint : RunFolders.checkpoints(parent.resolve("b")).list()) {
            Files.delete(checkpoint);
        }

        assertEquals(ExitCode.OK, evaluate("--episodes", "2"), hts.err::toString);

        assertTrue(hts.err.toString().startsWith("warning: left out: "), hts.err::toString);
        assertTrue(hts.errors().contains("must hold parameters"), hts.err::toString);
        assertTrue(hts.out.toString().contains("gamma 0.99  1 "), hts.out::toString);
    }

    @Test
    void shouldRefuseAFolderOneOfWhoseRunsHasNoSettings() throws IOException {
        Files.delete(parent.resolve("b/config.yaml"));

        assertEquals(ExitCode.MISTAKE, evaluate("--episodes", "2"));

        assertTrue(hts.errors().contains("b: it must name a run directory, and this folder holds no config.yaml"));
    }

    @Test
    void shouldRefuseAFolderWhoseRunsHaveNoPolicy() throws IOException {
        for (String run : new String[] {"a", "b", "c"}) {
            Files.delete(parent.resolve(run).resolve("best.safetensors"));
        }

        assertEquals(ExitCode.MISTAKE, evaluate("--best"));

        assertTrue(hts.errors().contains("has no best.safetensors"), hts.err::toString);
    }
}
