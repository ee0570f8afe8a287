package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Observations have named parts: a dictionary with an image, a choice and a number. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonPartsTest {
    private static final String ENV = "gym:odd:Parted";

    private static Training training(String algo, int steps) {
        return Training.of(algo, ENV)
                .set("python", Python.PLAIN)
                .set("num-envs", 4)
                .timesteps(steps);
    }

    private static String digest(Training training) throws Exception {
        return training.run().result().orElseThrow().digest();
    }

    @Test
    void shouldNameThePartsInTheirOrder() {
        try (Environment environment = Python.plain("odd:Parted")) {
            assertEquals(
                    List.of(
                            new ObservationPart("camera", ObservationPart.Kind.IMAGE, List.of(3, 4, 1), 0),
                            new ObservationPart("rule", ObservationPart.Kind.ONE_HOT, List.of(2), 12),
                            new ObservationPart("time", ObservationPart.Kind.VECTOR, List.of(1), 14)),
                    environment.spec().observationSpace().parts());
            Play play = new Play(environment).reset(1);
            float[] image = Arrays.copyOf(play.floats, 12);
            Arrays.sort(image);
            assertArrayEquals(new float[] {10 / 255f, 1}, new float[] {image[0], image[11]});
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldHaveTheDigestOfTheSerialRun(String algo) throws Exception {
        String setting = algo.equals("dqn") ? "learning-starts" : "sync-interval";
        String serial = digest(training(algo, 1000).set(setting, 16).set("schedule", "serial"));
        assertEquals(serial, digest(training(algo, 1000).set(setting, 16).set("executors", 3)));
    }

    @Test
    void shouldGoOnFromACheckpointAsIfNothingHadBeen(@TempDir Path folder) throws Exception {
        Training stopped = training("a2c", 1000).checkpoints(folder, 3);
        stopped.onInterval(report -> {
            if (report.interval() == 7) {
                stopped.stop();
            }
        });
        assertTrue(stopped.run().result().orElseThrow().stopped());
        assertEquals(digest(training("a2c", 1000)), digest(Training.resume(folder, Trust.RECORDED)));
    }

    /** Neither the image nor the rule tells the right action alone; a policy that does not see the rule guesses. */
    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldLearnFromBothPartsAndHideOneFromThePolicy() throws Exception {
        double both = lastReturn(training("ppo", 20_000).set("learning-rate", 1e-3));
        double hidden =
                lastReturn(training("ppo", 20_000).set("learning-rate", 1e-3).set("critic-sees", "rule"));

        assertTrue(both > 9.5, "of 10: " + both);
        assertTrue(hidden < 7, "of 10: " + hidden);
    }

    private static double lastReturn(Training training) throws Exception {
        return training.run().result().orElseThrow().meanReturn100();
    }

    @Test
    void shouldRefuseToHideWhatIsNotThere() {
        Training training = training("ppo", 1000).set("critic-sees", "rules");
        String message =
                assertThrows(ConfigurationException.class, training::run).getMessage();
        assertTrue(
                message.contains("critic-sees rules: it must name some of the parts camera, rule, time, and leave one "
                        + "to the policy"),
                message);
    }
}
