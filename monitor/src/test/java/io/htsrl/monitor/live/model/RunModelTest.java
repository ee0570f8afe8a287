package io.htsrl.monitor.live.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.live.WatchedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunModelTest {
    @TempDir
    private Path folder;

    private final Map<String, RunModel.CurvePoints> told = new HashMap<>();

    private RunModel run() throws IOException {
        Files.writeString(folder.resolve("config.yaml"), "algo: ppo\nenv: CartPole-v1\nseed: 7\n");
        Files.writeString(folder.resolve("metrics.jsonl"), "{\"interval\":0,\"timesteps\":64,\"lag\":-1}\n");
        Files.writeString(
                folder.resolve("episodes.csv"),
                "interval,timestep,environment,return,length,truncated\n0,11,3,9.0,9,false\n0,40,1,12.5,12,true\n");
        Files.writeString(
                folder.resolve("evaluations.csv"),
                "interval,timestep,wall_seconds,policy,episode,return,length\n"
                        + "4,256,0.5,greedy,0,10.0,10\n4,256,0.5,greedy,1,20.0,20\n"
                        + "8,512,0.9,greedy,0,30.0,30\n8,512,0.9,greedy,1,30.0,30\n");
        Files.writeString(
                folder.resolve("digests.jsonl"),
                "{\"interval\":0,\"timesteps\":64,\"digest\":\"00ff\"}\n"
                        + "{\"interval\":1,\"timesteps\":128,\"digest\":\"12ab\"}\n{\"interval\":2,\"ti");
        RunModel run = RunModel.of(folder);
        while (run.poll()) {
            // to the end of all files
        }
        run.tellAll(told::put);
        return run;
    }

    @Test
    void shouldNameTheSettingsThatDifferFromThePreset() throws IOException {
        Path run = WatchedRuns.write(folder.resolve("changed"), 1);
        String more = "learning-rate: 0.5\nexecutors: auto (9)\nhidden-sizes: [64, 64]\nno-such-key: 1\n";
        Files.writeString(run.resolve("config.yaml"), more, StandardOpenOption.APPEND);

        assertEquals(Map.of("learning-rate", "0.001"), RunModel.of(run).presets());
    }

    @Test
    void shouldTellWhatTheFilesTell() throws IOException {
        RunModel run = run();

        assertEquals("CartPole-v1", run.settings().get("env"));
        assertArrayEquals(new double[] {9, 12.5}, told.get("episodes").values().get("return"));
        assertArrayEquals(new double[] {11, 40}, told.get("episodes").values().get("timesteps"));
        assertArrayEquals(
                new double[] {15, 30}, told.get("evaluations").values().get("mean"));
        double low = told.get("evaluations").values().get("low")[0];
        assertTrue(low >= 10 && low < 15, "the interval's end " + low);
        assertArrayEquals(new double[] {-1}, told.get("metrics").values().get("lag"));
        assertEquals("12ab", run.digest());
        assertEquals("killed", run.state());
    }

    @Test
    void shouldTellTheEndOfARunThatEnds() throws IOException {
        RunModel run = run();
        Files.writeString(
                folder.resolve("summary.json"),
                "{\"stopped\":true,\"digest\":\"cafe\",\"timesteps\":64,\"wall_seconds\":1.5,\"mean_return_100\":null}");
        run.poll();

        assertEquals("stopped", run.state());
        assertEquals("cafe", run.digest());
    }

    private String damage(RunModel run) throws IOException {
        run.poll();
        return run.damage().orElseThrow().getMessage();
    }

    @ParameterizedTest
    @CsvSource({"metrics.jsonl, line 1 is damaged", "episodes.csv, line 1 is damaged", "evaluations.csv, line 1 is not "
    })
    void shouldNameTheFileAndTheLineThatIsDamaged(String name, String line) throws IOException {
        RunModel run = run();
        Path file = folder.resolve(name);
        String whole = Files.readString(file);
        Files.writeString(file, "junk of a length that no such line has" + whole);

        String message = damage(run);

        assertTrue(message.contains(name) && message.contains(line), message);
        assertEquals(message, damage(run), "as long as it is damaged");
        Files.writeString(file, whole);
        run.poll();
        assertEquals(Optional.empty(), run.damage());
    }

    @Test
    void shouldNameADamagedSummary() throws IOException {
        RunModel run = run();
        Files.writeString(folder.resolve("summary.json"), "{\"stopped\":tr");

        assertTrue(damage(run).contains("summary.json: it must be what 'hts train' wrote (line 1"));
        assertEquals("unknown", run.state());
    }

    @Test
    void shouldNameDigestsThatAreNoFile() throws IOException {
        run();
        Files.delete(folder.resolve("digests.jsonl"));
        Files.createDirectory(folder.resolve("digests.jsonl"));

        assertTrue(damage(RunModel.of(folder)).contains("digests.jsonl: it must be a readable file"));
    }

    @Test
    void shouldRefuseAFolderThatIsNoRun() {
        assertThrows(ConfigurationException.class, () -> RunModel.of(folder.resolve("nowhere")));
    }

    private void evaluations(String... lines) throws IOException {
        Files.writeString(
                folder.resolve("evaluations.csv"),
                "interval,timestep,wall_seconds,policy,episode,return,length\n" + String.join("\n", lines) + "\n");
    }

    private double[] means(RunModel run) throws IOException {
        run.poll();
        run.tellAll(told::put);
        return told.get("evaluations").values().get("mean");
    }

    @Test
    void shouldWaitForAnEvaluationThatIsHalfWritten() throws IOException {
        RunModel run = run();
        String[] lines = {
            "4,256,0.5,greedy,0,10.0,10",
            "4,256,0.5,greedy,1,20.0,20",
            "8,512,0.9,greedy,0,30.0,30",
            "8,512,0.9,greedy,1,40.0,40"
        };
        evaluations(lines[0]);
        assertArrayEquals(new double[] {10}, means(run), "of the first nobody knows how many there will be");
        evaluations(lines[0], lines[1], lines[2]);
        assertArrayEquals(new double[] {15}, means(run));
        evaluations(lines);
        assertArrayEquals(new double[] {15, 35}, means(run));
    }
}
