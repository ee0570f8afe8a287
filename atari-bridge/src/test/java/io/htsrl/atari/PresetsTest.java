package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.Hts;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.trainer.config.RunConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings that come with hts-rl for Atari. */
class PresetsTest {
    private static final String GAME = "ALE/HomebrewPaddle-v0";

    @ParameterizedTest
    @CsvSource({"a2c,5,16", "ppo,128,8", "dqn,16,8"})
    void shouldTakeThePublishedSettingsOfEachAlgorithm(String algo, int interval, int environments) {
        RunConfig config = Hts.configure("--algo", algo, "--env", GAME);

        assertEquals(interval, config.pipeline().syncInterval());
        assertEquals(environments, config.pipeline().numEnvs());
        assertEquals(4, config.frameStack());
        assertEquals(ConvConfig.of(ConvConfig.Kind.NATURE), config.network());
        assertEquals("0", config.envOptions().get("repeat-action-probability"));
        assertEquals("true", config.envOptions().get("clip-rewards"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldLayTheProtocolOfMachadoOverAnyAlgorithm(String algo) {
        RunConfig config = Hts.configure(
                "--algo",
                algo,
                "--env",
                GAME,
                "--preset",
                "machado-2018",
                "--network",
                "impala",
                "--env-option",
                "noop-max=7");

        assertEquals("0.25", config.envOptions().get("repeat-action-probability"));
        assertEquals("true", config.envOptions().get("full-action-space"));
        assertEquals("true", config.envOptions().get("clip-rewards"), "of the layer below");
        assertEquals("7", config.envOptions().get("noop-max"), "of the layer above");
        assertEquals(ConvConfig.of(ConvConfig.Kind.IMPALA), config.network());
    }

    @ParameterizedTest
    @CsvSource({"kostrikov-a2c-atari,a2c", "cleanrl-ppo-atari,ppo", "cleanrl-dqn-atari,dqn", "rainbow-replay,dqn"})
    void shouldTakeTheAlgorithmFromAPreset(String preset, String algo) {
        assertEquals(
                algo,
                Hts.configure("--preset", preset, "--env", GAME).algorithm().algorithm());
    }
}
