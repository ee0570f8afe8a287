package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import io.htsrl.trainer.report.TrainingFailedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code info["action_mask"]} and {@code action_masks()} give masks of actions. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonMaskTest {

    private static Training training(String algo, String env) {
        return Training.of(algo, env)
                .set("python", Python.PLAIN)
                .set("num-envs", 4)
                .timesteps(1000);
    }

    private static String digest(Training training) throws Exception {
        return training.run().result().orElseThrow().digest();
    }

    @Test
    void shouldReadTheMaskOfInfoBehindTheObservation() {
        try (Environment environment = Python.plain("odd:Masked")) {
            assertEquals(2, environment.spec().observationSpace().mask());
            Play play = new Play(environment).reset(3);
            assertArrayEquals(new float[] {0, 3, 0, 1}, play.floats);
            play.step(1);
            assertArrayEquals(new float[] {1, 3, 1, 0}, play.floats);
            for (int step = 1; step < 50; step++) {
                play.step(play.floats[3]);
            }
            assertTrue(play.result.terminated);
            assertArrayEquals(new float[] {50, 3, 0, 0}, play.floats, "the last info has none");
        }
    }

    @Test
    void shouldReadTheMasksOfAMethod() {
        try (Environment environment = Python.plain("odd:MaskedByMethod")) {
            ObservationSpace space = environment.spec().observationSpace();
            assertEquals(9, space.mask());
            Play play = new Play(environment).reset(2);
            byte[] mask = Arrays.copyOfRange(play.bytes, 6, 15);
            assertArrayEquals(new byte[] {0, 0, 1, 1, 0, 1, 1, 0, 1}, mask);
        }
    }

    @Test
    void shouldReadTheMasksOfTheEnvironmentThatIsMadeForPictures() {
        try (Environment environment = Python.plain("odd:PaintedAndMasked")) {
            assertEquals(1, environment.rendered().orElseThrow().renderWidth());
            Play play = new Play(environment).reset(2);
            byte[] mask = Arrays.copyOfRange(play.bytes, 6, 15);
            assertArrayEquals(new byte[] {0, 0, 1, 1, 0, 1, 1, 0, 1}, mask);
        }
    }

    @ParameterizedTest
    @CsvSource({"a2c, gym:odd:Masked", "dqn, gym:odd:Masked", "ppo, gym:odd:MaskedByMethod"})
    void shouldTakeAllowedActionsAloneInOneDigest(String algo, String env) throws Exception {
        String setting = algo.equals("dqn") ? "learning-starts" : "sync-interval";
        String serial = digest(training(algo, env).set(setting, 16).set("schedule", "serial"));
        assertEquals(serial, digest(training(algo, env).set(setting, 16).set("executors", 3)));
    }

    @Test
    void shouldGoOnFromACheckpointAsIfNothingHadBeen(@TempDir Path folder) throws Exception {
        Training stopped = training("a2c", "gym:odd:Masked").checkpoints(folder, 3);
        stopped.onInterval(report -> {
            if (report.interval() == 7) {
                stopped.stop();
            }
        });
        assertTrue(stopped.run().result().orElseThrow().stopped());
        assertEquals(digest(training("a2c", "gym:odd:Masked")), digest(Training.resume(folder, Trust.RECORDED)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    MaskEnds          | step 39 of | its info has no 'action_mask', and that of its first reset had one
                    MaskComesLate     | step 39 of | its info has an 'action_mask', and that of its first reset had none
                    MaskAllowsNothing | step 39 of | its mask must allow at least one of each choice
                    MaskTooLong       | step 39 of | its mask of actions has 3 elements, and its action_space has 2
                    """)
    void shouldNameThePlaceOfAWrongMask(String name, String place, String told) {
        Training training = training("a2c", "gym:odd:" + name).set("sync-interval", 100);
        String message =
                assertThrows(TrainingFailedException.class, training::run).getMessage();
        assertTrue(message.contains("environment ") && message.contains("(gym:odd:" + name + ")"), message);
        assertTrue(message.contains(place) && message.contains("episode 0") && message.contains(told), message);
    }

    @Test
    void shouldRefuseMasksOfActionsThatAreNoChoice() {
        String message = assertThrows(ConfigurationException.class, () -> Python.plain("odd:MaskedBox"))
                .getMessage();
        assertEquals(
                "--env gym:odd:MaskedBox: it must have discrete actions to mask them, and its action_space is a box; "
                        + "remove the masks with --wrapper MODULE:FUNCTION",
                message);
    }

    /** The masks are numpy's; others train on this environment with masks. */
    @Test
    @EnabledIf("io.htsrl.python.VirtualEnvironment#there")
    void shouldTakeAllowedActionsOfTaxi() throws Exception {
        String serial = digest(taxi().set("schedule", "serial"));
        assertEquals(serial, digest(taxi().set("executors", 2)));
        Play play;
        try (Environment taxi =
                new PythonProvider().create("gym:Taxi-v4", Map.of("python", VirtualEnvironment.python()))) {
            assertEquals(500 + 6, taxi.spec().observationSpace().size());
            play = new Play(taxi).reset(1);
        }
        assertFalse(Arrays.equals(new float[6], Arrays.copyOfRange(play.floats, 500, 506)));
    }

    private static Training taxi() {
        return training("ppo", "gym:Taxi-v4").set("python", VirtualEnvironment.python());
    }

    @ParameterizedTest
    @EnabledIf("io.htsrl.python.VirtualEnvironment#there")
    @ValueSource(strings = {"q-learning", "dqn"})
    void shouldLearnValuesOfAllowedActionsOfTaxi(String algo) throws Exception {
        Training training = Training.of(algo, "gym:Taxi-v4")
                .set("python", VirtualEnvironment.python())
                .set("num-envs", 4)
                .timesteps(2000);
        if (algo.equals("dqn")) {
            training.set("learning-starts", 500);
        }
        assertEquals(2048, training.run().result().orElseThrow().timesteps());
    }
}
