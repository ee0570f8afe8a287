package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.settings.RunResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hts train --print-config}, and what the banner says of settings. */
class PrintConfigTest {
    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();

    private String printed(String line) {
        assertEquals(ExitCode.OK, hts.run(line.split(" ")), hts.err::toString);
        return hts.out.toString();
    }

    @Test
    void shouldSayWhereEachSettingIsFrom() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "clip-coef: 0.3\n");
        String printed =
                printed("train --algo ppo --env CartPole-v1 --config " + file + " --num-steps 64 --print-config");

        for (String line : List.of(
                "algo: \"ppo\" # command line",
                "num-envs: 16 # presets/ppo.yaml",
                "sync-interval: 64 # command line",
                "total-timesteps: 200000 # presets/ppo/CartPole-v1.yaml",
                "clip-coef: 0.3 # " + file,
                "actor-batch: auto (16) # follows from others",
                "checkpoint-keep: 3 # default")) {
            String pattern = line.replace("\"", "\"?")
                    .replace("(", "\\(")
                    .replace(")", "\\)")
                    .replace(" # ", " +# ");
            assertTrue(printed.lines().anyMatch(text -> text.matches(pattern)), () -> line + " is not in\n" + printed);
        }
    }

    @Test
    void shouldRunNothing() {
        printed("train --algo ppo --env CartPole-v1 --print-config --run-dir " + folder.resolve("run"));

        assertNull(hts.ran.get());
        assertTrue(Files.notExists(folder.resolve("run")));
    }

    @Test
    void shouldPrintAFileThatMakesTheRun() throws IOException {
        String first = printed("train --algo dqn --env CartPole-v1 --n-step 3 --print-config");
        Path file = Files.writeString(folder.resolve("c.yaml"), first);

        assertEquals(
                ConfigYaml.of(
                        CommandLineFixture.resolve("train", "--algo", "dqn", "--env", "CartPole-v1", "--n-step", "3")),
                ConfigYaml.of(CommandLineFixture.resolve("train", "--config", file.toString())));
    }

    /** It is what the preset of these environments refers to as well. */
    @Test
    void shouldNameAPresetOnce() {
        Layer given = Layer.ofCommandLine()
                .add("algo", "a2c")
                .add("env", "ALE/Unheard-v5")
                .add("preset", "kostrikov-a2c-atari");

        assertEquals(
                List.of(
                        "presets/a2c.yaml",
                        "presets/a2c/ALE.yaml",
                        "presets/named/kostrikov-a2c-atari.yaml",
                        "command line"),
                new RunResolver(CliSettings.schema(), List.of(given), new Violations())
                        .resolve(false)
                        .sources());
    }

    @Test
    void shouldWriteTimesAsPeopleDo() {
        String printed = printed("train --algo ppo --env CartPole-v1 --step-time exponential:5ms --print-config");
        assertTrue(printed.contains("step-time: \"exponential:5ms\""), printed);

        assertTrue(
                printed("train --algo ppo --env CartPole-v1 --step-time exponential:5ms --run-dir "
                                + folder.resolve("r"))
                        .contains("a step takes exponential:5ms\n"),
                hts.out::toString);
    }
}
