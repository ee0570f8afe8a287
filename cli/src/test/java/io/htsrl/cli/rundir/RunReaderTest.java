package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReaderTest {
    private static final String FIGURES =
            ",\"timesteps\":64,\"wall_seconds\":1.5,\"mean_return_100\":null,\"digest\":\"feed\"}";

    @TempDir
    Path folder;

    private RunReader run(String config) throws IOException {
        Files.writeString(folder.resolve("config.yaml"), config);
        return RunReader.open(folder);
    }

    private static void assertRefused(String message, Executable call) {
        ConfigurationException e = assertThrows(ConfigurationException.class, call);
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }

    @Test
    void shouldReadSettingsInTheFilesOrder() throws IOException {
        RunReader run = run("# a run\nseed: -9223372036854775808\nenv: \"CartPole-v1\"\nhidden-sizes: [64, 32]\n"
                + "env-option: []\nlearning-rate: 2.5E-4\nanneal-lr: true\n");

        assertEquals(
                "{seed=-9223372036854775808, env=CartPole-v1, hidden-sizes=64, 32, env-option=, "
                        + "learning-rate=2.5E-4, anneal-lr=true}",
                run.settings().toString());
        assertEquals(folder.resolve("config.yaml"), run.configFile());
        assertEquals(folder, run.folder());
    }

    @Test
    void shouldRefuseWhatIsNoRunDirectory() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertRefused("this folder holds no config.yaml", () -> RunReader.open(folder));
        assertRefused("this is a file", () -> RunReader.open(file));
        assertRefused("there is no such folder", () -> RunReader.open(folder.resolve("nowhere")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- a\n", "seed: [1\n", "seed: 1\nseed: 2\n", "a: b: c\n", "a: {b: 1}\n"})
    void shouldRefuseDamagedSettings(String config) throws IOException {
        RunReader run = run(config);

        assertRefused("config.yaml: it must ", run::settings);
    }

    @Test
    void shouldRefuseADamagedManifest() throws IOException {
        RunReader run = run("seed: 1\n");

        assertRefused("manifest.json: it must be a readable file (No such file or directory)", run::manifest);
        Files.writeString(folder.resolve("manifest.json"), "{\n\"seed\":");
        assertRefused("manifest.json: it must be what 'hts train' wrote (line 2: ", run::manifest);
        String started = "{\"started\":\"2026-11-23T00:00:00Z\",\"hts_rl\":{},\"seed\":";
        Files.writeString(folder.resolve("manifest.json"), started + "\"7\"}");
        assertRefused("manifest.json: it must have a whole number as seed", run::manifest);
        Files.writeString(folder.resolve("manifest.json"), started.replace("2026", "2O26") + "7}");
        assertRefused("manifest.json: it must have a point in time as started", run::manifest);
        Files.writeString(folder.resolve("manifest.json"), started + "7}{}");
        assertRefused("manifest.json: it must be what 'hts train' wrote (line 1: ", run::manifest);
        Files.writeString(folder.resolve("manifest.json"), started + "7}");
        assertEquals(7, run.manifest().get("seed").asInt());
    }

    @Test
    void shouldTellHowARunEnded() throws IOException {
        RunReader run = run("seed: 1\n");
        assertEquals(Optional.empty(), run.summary());
        List<RunState> states = new ArrayList<>(List.of(run.state()));
        for (String summary : List.of("{\"stopped\":true", "{\"stopped\":false,\"error\":{}", "{\"stopped\":false")) {
            Files.writeString(folder.resolve("summary.json"), summary + FIGURES);
            states.add(run.state());
        }

        assertEquals(List.of(RunState.UNFINISHED, RunState.STOPPED, RunState.FAILED, RunState.FINISHED), states);
    }

    @Test
    void shouldTellThatNothingProvesTheLinesOfAKilledRun() throws IOException {
        RunReader run = run("seed: 1\n");

        assertEquals(
                List.of(folder + " has no summary.json, so it was killed or is still running: no checksum proves that "
                        + "metrics.jsonl, digests.jsonl has all its lines; let the run end, or 'hts resume' it"),
                run.changes("config.yaml", "metrics.jsonl", "digests.jsonl"));
        assertEquals(List.of(), run.changes("config.yaml", "manifest.json"));
    }

    @Test
    void shouldRefuseADamagedSummary() throws IOException {
        RunReader run = run("seed: 1\n");
        Files.writeString(folder.resolve("summary.json"), "{\"stopped\":tr");

        assertRefused("summary.json: it must be what 'hts train' wrote", run::state);
        Files.writeString(folder.resolve("summary.json"), "{\"stopped\":0" + FIGURES);
        assertRefused("summary.json: it must have true or false as stopped", run::state);
        Files.writeString(folder.resolve("summary.json"), "{\"stopped\":true,\"batch_sizes\":{\"l6\":1}" + FIGURES);
        assertRefused("summary.json: it must have counts by whole numbers as batch_sizes", run::state);
        Files.writeString(folder.resolve("summary.json"), "{\"st0pped\":true" + FIGURES);
        assertRefused("summary.json: it must have true or false as stopped", run::state);
    }

    @Test
    void shouldRefuseSettingsThatAreNoText() throws IOException {
        RunReader run = run("seed: 1\n");
        Files.write(folder.resolve("config.yaml"), new byte[] {'e', 'n', 'v', ':', ' ', (byte) 0xe2, '\n'});

        assertRefused("config.yaml: it must be a readable file (it is not UTF-8: byte 6, in line 1)", run::settings);
    }

    @Test
    void shouldTakeASummaryForDamagedOneOfWhoseFiguresIsAnother() throws IOException {
        RunReader run = run("seed: 1\n");
        String sum = ",\"checksum\":\"" + "1".repeat(32) + "\"}";
        Files.writeString(folder.resolve("summary.json"), "{\"stopped\":true" + FIGURES.replace("}", sum));

        assertRefused("summary.json: it must have the checksum that it was written with", run::state);
    }

    @Test
    void shouldReadNoMoreOfSettingsThanARunWrites() throws IOException {
        RunReader run = run("seed: 1\n" + "# junk\n".repeat(100_000));

        assertRefused("config.yaml: it must be a readable file (it has more than 131072 bytes)", run::settings);
    }
}
