package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.settings.RunResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code --print-config} of every command that has it, and what the banner says of settings. */
class PrintConfigTest {
    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();

    private String printed(String line) {
        assertEquals(ExitCode.OK, hts.run(line.split(" ")), hts::errors);
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

    @ParameterizedTest
    @CsvSource({
        "--algo ppo --env CartPole-v1 --num-envs 5 --num-steps 33, 3, 4 does not divide 165 steps",
        "--algo pqn --env CartPole-v1 --num-envs 6 --num-steps 30, 15, 16 does not divide 180 steps",
        "--algo ppo --env CartPole-v1 --memory lstm --num-envs 6, 3, 4 does not divide 6 rollouts"
    })
    void shouldLowerThePresetsMinibatchesToADivisor(String given, int minibatches, String reason) {
        String printed = printed("train " + given + " --print-config");

        assertTrue(
                printed.lines().anyMatch(line -> line.matches("num-minibatches: " + minibatches + " +# " + reason)),
                printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --num-minibatches 4"})
    void shouldRefuseMinibatchesThatOnlyFarFewerOnesReplace(String given) {
        String line = "train --algo ppo --env CartPole-v1 --num-envs 7 --num-steps 11 --print-config" + given;

        assertEquals(ExitCode.MISTAKE, hts.run(line.split(" ")));
        assertTrue(hts.errors().contains("must divide the steps of an interval (77); give 1 or 7"), hts.errors());
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

    /** A value given under the alias is no derived one: a run from the file has it again. */
    @ParameterizedTest
    @CsvSource({
        "'', 'use-sde: false', 'noise-steps: auto (1)'",
        "--use-sde, 'use-sde: true', 'noise-steps: auto (-1)'",
        "--use-sde --sde-sample-freq 4, 'use-sde: true', 'noise-steps: 4'",
        "--use-sde --sde-sample-freq -1, 'use-sde: true', 'noise-steps: -1'"
    })
    void shouldPrintTheNoiseThatIsHeld(String flags, String sde, String noise) {
        String printed = printed(("train --algo ppo --env Pendulum-v1 --print-config " + flags).strip());
        List<String> lines =
                printed.lines().map(line -> line.replaceFirst(" +#.*", "")).toList();

        assertTrue(lines.contains(sde) && lines.contains(noise), printed);
    }

    @Test
    void shouldPrintWhatASweepWouldRun() {
        Path out = folder.resolve("sweep");
        String printed = printed("sweep --algos a2c,ppo --env CartPole-v1 --seeds 1,2 --gamma 0.9,0.99 --print-config "
                + "--out " + out);

        assertNull(hts.ran.get());
        assertTrue(Files.notExists(out));
        assertTrue(printed.startsWith("# Everything that 'hts sweep' would run, "), printed);
        assertTrue(printed.contains("# 8 runs, with seeds 1, 2:\n#   a2c gamma 0.9\n#   a2c gamma 0.99\n"), printed);
        String[] documents = printed.split("---\n");
        assertEquals(2, documents.length, printed);
        assertTrue(documents[0].contains("\nalgo: a2c ") && documents[1].contains("\nalgo: ppo "), printed);
        assertTrue(documents[0].contains("\ngamma: 0.9 "), printed);
    }

    @Test
    void shouldPrintWhatARecordedSweepWouldRun() {
        String folderOfSweep = folder.resolve("sweep").toString();
        hts.run(("sweep --algo ppo --env CartPole-v1 --seeds 7,8 --out " + folderOfSweep).split(" "));
        hts.ran.set(null);
        hts.out.getBuffer().setLength(0);

        String printed = printed("sweep --out " + folderOfSweep + " --print-config");

        assertNull(hts.ran.get());
        assertTrue(printed.contains("# 2 runs, with seeds 7, 8:\n#   ppo\n"), printed);
    }

    @Test
    void shouldPrintWhatAResumedRunWouldDo() throws IOException {
        Path run = folder.resolve("run");
        String small = " --num-envs 4 --sync-interval 16 --hidden-sizes 8 --quiet --out " + run;
        assertEquals(
                ExitCode.OK,
                hts.run(
                        (config, attached) -> new Trainer(config, attached).run(),
                        ("train --algo ppo --env CartPole-v1 --total-timesteps 256 --checkpoint-every 2" + small)
                                .split(" ")));
        List<Path> before = files(run);

        String printed = printed("resume " + run + " --total-timesteps 640 --executors 2 --print-config");

        assertNull(hts.ran.get());
        assertEquals(before, files(run));
        assertTrue(printed.startsWith("# Everything that 'hts resume " + run + "' would run, "), printed);
        assertTrue(printed.contains(": 4 of 10 intervals are done\n"), printed);
        assertTrue(printed.matches("(?s).*\nexecutors: 2 +# command line\n.*"), printed);
        assertTrue(printed.matches("(?s).*\nhidden-sizes: \\[8] +# \\Q" + run + "\\E/config.yaml\n.*"), printed);
    }

    private static List<Path> files(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "play"})
    void shouldSayWhereARecordedRunsSettingsAre(String command) {
        assertEquals(ExitCode.MISTAKE, hts.run(command, folder.toString(), "--print-config"));

        assertTrue(
                hts.errors()
                        .contains("--print-config: it is not a flag of hts " + command
                                + "; see config.yaml in the run directory"),
                hts::errors);
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
                new RunResolver(CliSettings.schema(), List.of(given), new Violations(), null)
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
