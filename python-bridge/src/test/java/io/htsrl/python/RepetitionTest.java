package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.TrainingListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check before a run finds an environment that does not repeat itself, or must be alone to do so. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class RepetitionTest {
    private static final int STEPS = 9;

    @ParameterizedTest
    @ValueSource(strings = {"chain:Chain", "odd:Quiet", "odd:Parts", "odd:ForkedChance", "odd:Shared", "odd:Talks"})
    void shouldFindThatItRepeatsItself(String name) {
        try (Environment environment = Python.plain(name)) {
            assertEquals("", environment.nondeterminism());
        }
    }

    @Test
    void shouldFindThatItDoesNot() {
        try (Environment environment = Python.plain("odd:Different")) {
            assertEquals(
                    "the first observation of an episode of one seed and equal actions is not the same the second time: "
                            + "element 1 of its observation",
                    environment.nondeterminism());
        }
    }

    /** Beside another replica in one process these would not give what they give alone. */
    @ParameterizedTest
    @ValueSource(strings = {"odd:ForkedChance", "odd:Shared"})
    void shouldKeepThoseApartThatShareChance(String name) {
        Map<String, String> together = Map.of("python-workers", "1");
        float[][] alone = new float[STEPS][];
        try (Environment environment = Python.plain(name, together)) {
            Play play = new Play(environment).reset(3);
            for (int i = 0; i < STEPS; i++) {
                alone[i] = play.steps(1).floats.clone();
            }
        }
        try (Environment one = Python.plain(name, together);
                Environment other = Python.plain(name, together)) {
            Play play = new Play(one).reset(3);
            Play beside = new Play(other).reset(4);
            for (int i = 0; i < STEPS; i++) {
                beside.steps(1);
                assertArrayEquals(alone[i], play.steps(1).floats);
            }
        }
    }

    @Test
    void shouldRefuseToPromiseBitsOfOneThatDoesNotRepeatItself() {
        Training training = Training.of("a2c", "gym:odd:Different")
                .set("python", Python.PLAIN)
                .timesteps(256);
        ConfigurationException e = assertThrows(ConfigurationException.class, training::run);
        assertTrue(
                e.getMessage()
                        .startsWith("--env gym:odd:Different: it must give the same for one seed and equal actions, "
                                + "and the first observation of an episode"),
                e.getMessage());
        assertTrue(e.getMessage().endsWith("or run with --allow-nondeterminism"), e.getMessage());
    }

    @Test
    void shouldRunItWhereNoBitsArePromised() throws Exception {
        Training training = Training.of("a2c", "gym:odd:Different")
                .set("python", Python.PLAIN)
                .set("allow-nondeterminism", true)
                .timesteps(256);
        assertEquals(256, training.run().result().orElseThrow().timesteps());
    }

    @Test
    void shouldWarnOfAMaskThatIsNotRead() {
        try (Environment environment = Python.plain("odd:MaskAsPart")) {
            assertEquals(1, environment.warnings().size(), environment.warnings()::toString);
            String warning = environment.warnings().get(0);
            assertTrue(
                    warning.startsWith(
                            "gym:odd:MaskAsPart masks actions by its observation's part action_mask, and masks"),
                    warning);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chain:Chain",
                "odd:Quiet",
                "odd:Parts",
                "odd:Frames",
                "odd:Picture",
                "odd:PictureAndPlace",
                "odd:Masked"
            })
    void shouldWarnOfNothingElse(String name) {
        try (Environment environment = Python.plain(name)) {
            assertEquals(List.of(), environment.warnings());
        }
    }

    /** An image that is the one part of an observation keeps its shape, and gets the network of images. */
    @Test
    void shouldReadAnImageAsOne() throws Exception {
        List<EnvironmentReport> reports = new ArrayList<>();
        Agent agent = Training.of("a2c", "gym:odd:Picture")
                .set("python", Python.PLAIN)
                .set("num-envs", 2)
                .set("sync-interval", 4)
                .timesteps(16)
                .listener(new TrainingListener() {
                    @Override
                    public void onEnvironmentCheck(EnvironmentReport report) {
                        reports.add(report);
                    }
                })
                .run();

        assertEquals(ObservationSpace.bytes(36, 40, 3), agent.observationSpace());
        int convolutions = (3 * 8 * 8 + 1) * 32 + (32 * 4 * 4 + 1) * 64 + (64 * 3 * 3 + 1) * 64;
        assertEquals(convolutions + (64 + 1) * 512 + (512 + 1) * 3, agent.parameters().length);
        assertEquals(List.of(), reports.get(0).allWarnings());
    }

    @Test
    void shouldTellTheVersionsOfItsSoftware() {
        try (Environment environment = Python.plain("chain:Chain")) {
            assertTrue(
                    environment.software().get("python").startsWith("3."),
                    environment.software().toString());
        }
    }

    @Test
    void shouldTellOneCodeFromAnother(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.py");
        Files.writeString(file, "class Mine:\n    pass\n");
        String first = code(folder);
        assertEquals(first, code(folder));
        Files.writeString(file, "class Mine:\n    reward = 2\n");
        assertNotEquals(first, code(folder));
    }

    /** What the worker says of an environment of a module in {@code folder}. */
    private static String code(Path folder) throws IOException {
        Path worker = Path.of("target/classes/io/htsrl/python/worker");
        Process python = new ProcessBuilder(
                        Python.PLAIN,
                        "-Bc",
                        "import sys; sys.path[:0] = sys.argv[1:]; import mine, hts_making; "
                                + "print(hts_making.code(mine.Mine()))",
                        worker.toString(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String code = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(code.matches("[0-9a-f]{16}\\s*"), code);
        return code;
    }
}
