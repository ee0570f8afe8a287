package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import io.htsrl.trainer.Training;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The look at an environment before a run: what does not repeat itself, and what must be alone to do so. */
@Timeout(120)
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
                    "the first observation of an episode of one seed and equal actions is not the same the second time",
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
    void shouldTellTheVersionsOfItsSoftware() {
        try (Environment environment = Python.plain("chain:Chain")) {
            assertTrue(
                    environment.software().get("python").startsWith("3."),
                    environment.software().toString());
        }
    }
}
