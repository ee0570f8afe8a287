package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.config.RunConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests products and sums of settings beyond what numbers and arrays hold. */
class ExactSettingsTest {
    private final CommandLineFixture hts = new CommandLineFixture();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo | --total-timesteps 9223372036854775807 | --total-timesteps 9223372036854775807: it must be at most 92",
                "a2c | --sync-interval 10000000 | --num-envs x --sync-interval 16 x 10000000: it must give at most 2147483647 ",
                "ppo | --sync-interval 10000000 --num-envs 64 | --num-envs x --sync-interval 256000",
                "a2c | --hidden-sizes 65536,65536 | --hidden-sizes [65536, 65536]: it must make at most 2147483639 param",
                "acktr | --hidden-sizes 4096 | --hidden-sizes 4096 tanh: it must have at most 2048 inputs",
                "dqn | --hidden-sizes 65536,65536 | --hidden-sizes [65536, 65536]: it must make at most 2147483639 param",
                "dqn | --buffer-size 134217728 --batch-size 134217728 | --num-envs x --sync-interval",
                "dqn | --memory lstm --buffer-size 134217728 --sequence-period 1 | --buffer-size 134217728: it must keep at most 21",
                "a2c | --sync-interval 1000000 --hidden-sizes 1024 | --num-envs x --sync-interval 16 x 1000000: it must give",
                "a2c | --schedule async --async-queue 2147483647 | (--num-envs + --async-queue) x --sync-interval",
            })
    void shouldRefuseWhatNoArrayHolds(String algo, String flags, String refusal) {
        assertEquals(ExitCode.MISTAKE, hts.run(("train --env CartPole-v1 --algo " + algo + " " + flags).split(" ")));

        assertNull(hts.ran.get());
        List<String> lines = hts.mistakes();
        assertEquals(1, lines.size(), hts.err::toString);
        assertTrue(lines.get(0).startsWith(refusal), hts.err::toString);
        assertFalse(hts.errors().contains("\tat "), hts.err::toString);
    }

    @Test
    void shouldTakeAsManyStepsAsCanBeCounted() {
        RunConfig config = CommandLineFixture.resolve(
                        "train",
                        "--algo",
                        "a2c",
                        "--env",
                        "CartPole-v1",
                        "--num-envs",
                        "7",
                        "--num-steps",
                        "7",
                        "--total-timesteps",
                        "9223372036854775807")
                .config();

        assertEquals(Long.MAX_VALUE / 49, config.intervals());
        assertEquals(Long.MAX_VALUE, config.intervals() * 49, "49 divides 2^63 - 1");
    }
}
