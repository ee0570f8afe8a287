package io.htsrl.nd4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests {@code --backend nd4j}, from the command line to the files of the run. */
@Tag("slow")
class Nd4jRunTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    private int hts(String... arguments) {
        CommandLine hts = Hts.program(arguments);
        return hts.setOut(new PrintWriter(out)).setErr(new PrintWriter(out)).execute(arguments);
    }

    private Path train(String run, String backend, String... settings) {
        Path made = folder.resolve(run);
        List<String> arguments = new ArrayList<>(
                List.of("train", "--quiet", "--seed", "7", "--backend", backend, "--run-dir", made.toString()));
        arguments.addAll(List.of(settings));
        assertEquals(ExitCode.OK, hts(arguments.toArray(String[]::new)), out::toString);
        return made;
    }

    private static JsonNode read(Path run, String file) throws IOException {
        return new ObjectMapper().readTree(run.resolve(file).toFile());
    }

    /** Trains separate and shared torsos, actor-critic and Q-values. */
    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c --shared-torso", "dqn --learning-starts 1000"})
    void shouldTrainToTheSameBitsTwiceAndNotToTheKernels(String settings) throws IOException {
        String[] run = ("--env CartPole-v1 --total-timesteps 2048 --algo " + settings).split(" ");
        JsonNode once = read(train("once", "nd4j", run), "summary.json").get("digest");

        assertEquals(once, read(train("again", "nd4j", run), "summary.json").get("digest"));
        assertNotEquals(once, read(train("jvm", "jvm", run), "summary.json").get("digest"));
    }

    @Test
    void shouldSayInTheManifestWhatComputed() throws IOException {
        Path run = train("run", "nd4j", "--algo ppo --env CartPole-v1 --total-timesteps 1024".split(" "));
        JsonNode manifest = read(run, "manifest.json");

        assertEquals("cpu", manifest.get("backend").get("name").asText());
        assertEquals(
                new Nd4jBackend().expected().library(),
                manifest.get("backend").get("library").asText());
        assertEquals(1, manifest.get("backend").get("blas_threads").asInt());
        assertTrue(manifest.get("libraries").has("nd4j-classifier"), manifest::toString);
    }

    @Test
    void shouldGoOnFromACheckpoint() throws IOException {
        String[] run = "--algo ppo --env CartPole-v1 --no-anneal-lr --checkpoint-every 1 --total-timesteps".split(" ");
        Path part = train("part", "nd4j", with(run, "2048"));

        int code = hts("resume", part.toString(), "--total-timesteps", "4096", "--quiet");

        assertEquals(ExitCode.OK, code, out::toString);
        assertEquals(
                read(train("whole", "nd4j", with(run, "4096")), "summary.json").get("digest"),
                read(part, "summary.json").get("digest"));
    }

    private static String[] with(String[] flags, String value) {
        String[] all = Arrays.copyOf(flags, flags.length + 1);
        all[flags.length] = value;
        return all;
    }

    @Test
    void shouldExamineItInTheDoctor() {
        assertEquals(ExitCode.OK, hts("doctor", "--backend", "nd4j"), out::toString);

        for (String line : List.of("ND4J for cpu; on the class path: ", "GFLOP/s", "comparisons in")) {
            assertTrue(out.toString().contains(line), out::toString);
        }
    }
}
