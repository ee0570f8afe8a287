package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import io.htsrl.experiments.tune.Tuning.MeasuringTimes.WarmUp;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests {@code hts tune}, with measurements so short that their results mean nothing. */
class TuneCommandTest {
    private static final String TINY = "--env CartPole-v1 --num-envs 2 --sync-interval 8 --hidden-sizes 8";

    /** As short as can be: the results mean nothing. */
    private static final MeasuringTimes SHORTEST = new MeasuringTimes(
            new WarmUp(new TimedRun.Window(0, 0, 1), 0, 0),
            new TimedRun.Window(0, 0, 1),
            new TimedRun.Window(0, 0, 1),
            0.001,
            new TimedRun.Window(0, 0, 1),
            1);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("tuned.yaml");
    }

    /** The command alone, as fast as can be. */
    private int tune(String arguments) {
        return run(new TuneCommand(SHORTEST).commandLine(), arguments);
    }

    /** The program's command, where nothing is to be run. */
    private int hts(String arguments) {
        return run(
                Hts.commandLine((config, attachments) -> {
                    throw new IllegalStateException("nothing is trained here");
                }),
                "tune " + arguments);
    }

    private int run(CommandLine command, String arguments) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        all.addAll(List.of("--out", file.toString()));
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(all.toArray(String[]::new));
    }

    private String digest(String... arguments) throws Exception {
        TrainingResult result = new Trainer(Hts.configureWhole(arguments), Attachments.none()).run();
        return result.digest();
    }

    @Test
    void shouldReplaceTheFileBySettingsThatTrainTakesAndThatChangeNoBit() throws Exception {
        Files.writeString(file, "of an earlier tuning");
        String flags = "--algo ppo " + TINY + " --num-minibatches 1 --seed 7 --total-timesteps 160";
        assertEquals(ExitCode.OK, tune(flags), () -> err.toString());
        ResolvedRun tuned = Hts.resolve("--config", file.toString());
        assertEquals(7, tuned.config().seed());
        assertEquals(160, tuned.config().totalTimesteps());
        assertEquals(digest(flags.split(" ")), digest("--config", file.toString()));
        assertTrue(out.toString().contains("what hts train takes"), out::toString);
        assertTrue(out.toString().contains("bottleneck: "), out::toString);
        assertTrue(out.toString().contains("hts train --config " + file), out::toString);
        assertTrue(Files.readString(file).startsWith("# Tuned by hts tune"), out::toString);
        assertFalse(Files.readString(file).contains("of an earlier tuning"), out::toString);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo a2c --env CartPole-v1 --num-envs 3 --sync-interval 5 --schedule sync "
                        + "--step-time constant:10us:burn",
                "--algo dqn --env CartPole-v1 --num-envs 2 --learning-starts 2000 --hidden-sizes 8 "
                        + "--step-time exponential:10us"
            })
    void shouldTuneEveryKindOfRun(String flags) {
        assertEquals(ExitCode.OK, tune(flags), () -> err.toString());
        assertTrue(Files.exists(file));
    }

    /** These algorithms are of dqn's kind, with continuous actions. */
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "seconds: -Dhts.long=true")
    @ParameterizedTest
    @ValueSource(strings = {"td3", "sac"})
    void shouldTuneContinuousActions(String algorithm) {
        shouldTuneEveryKindOfRun("--algo " + algorithm
                + " --env Pendulum-v1 --num-envs 1 --hidden-sizes 8 --batch-size 4 --learning-starts 8");
    }

    @Test
    void shouldKeepWhatIsGivenAsAFlagAndNotWhatIsInAFile() throws IOException {
        Path before = folder.resolve("before.yaml");
        Files.writeString(before, "algo: a2c\nenv: CartPole-v1\nnum-envs: 4\nactors: 3\nwait: sleeping\n");
        assertEquals(ExitCode.OK, tune("--config " + before + " --executors 3 --wait blocking"), () -> err.toString());
        TunedSettings settings = TunedSettings.of(
                Hts.resolve("--config", file.toString()).config().pipeline());
        assertEquals(3, settings.executors());
        assertEquals("blocking", settings.waitMode().toString());
        assertTrue(out.toString().contains("as given: --executors 3 --wait blocking"), out::toString);
        assertTrue(
                out.toString().matches("(?s).*--executors 3 --actors [^3].*"),
                "the file's 3 actors are not kept: " + out);
    }

    @Tag("slow")
    @Test
    void shouldSayThatFreeSettingsChangeBits() {
        assertEquals(
                ExitCode.OK,
                tune("--algo ppo --env CartPole-v1 --num-envs 2 --hidden-sizes 8 --num-minibatches 1 --free"),
                () -> err.toString());
        assertTrue(out.toString().contains("With settings that change the bits"), out::toString);
        assertTrue(out.toString().contains("--sync-interval 64"), out::toString);
        assertFalse(out.toString().contains("--num-envs 4"), "given as a flag: " + out);
    }

    @Test
    void shouldShowTheRunAndRunNothing() {
        assertEquals(ExitCode.OK, hts("--algo ppo --env CartPole-v1 --print-config"));
        assertTrue(out.toString().contains("num-envs: 16"), out::toString);
        assertFalse(Files.exists(file));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--schedule serial | --schedule serial: it must be one of several threads, or there is nothing to tune; "
                        + "tune hts, which has the same bits",
                "--schedule async | --schedule async: it must be one whose bits no thread decides; "
                        + "tune hts or sync; docs/explanation/async.md says what decides how fast async is",
                "--num-env 4 | --num-env: it is not a flag of hts tune; did you mean --num-envs?",
                "--num-envs 0 | --num-envs 0: it must be at least 1; give 16, for example"
            })
    void shouldRefuseWhatCannotBeTuned(String flags, String message) {
        assertEquals(ExitCode.MISTAKE, hts("--algo ppo --env CartPole-v1 " + flags));
        assertTrue(err.toString().replace("\n    ", "; ").contains("error: " + message), err::toString);
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldRefuseAFileThatCannotBeWrittenBeforeItMeasures() {
        file = folder.resolve("nowhere").resolve("tuned.yaml");
        assertEquals(ExitCode.MISTAKE, hts("--algo ppo --env CartPole-v1"));
        assertTrue(
                err.toString().contains("--out " + file + ": it must name a file in a folder that is there"),
                err::toString);
    }

    @Test
    void shouldHaveItsPlaceInTheHelp() {
        CommandLine program = Hts.commandLine((config, attachments) -> null);
        assertTrue(program.getUsageMessage().contains("tune "));
        String help = program.getSubcommands().get("tune").getUsageMessage();
        assertTrue(help.contains("--free") && help.contains("--num-envs") && help.contains("--out"), help);
    }
}
