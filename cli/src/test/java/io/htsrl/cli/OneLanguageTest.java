package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
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

/** Every refusal, whoever gives it, has "error:", value, rule, remedy, and never the whole help. */
class OneLanguageTest {
    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();

    private List<String> refused(String... arguments) {
        assertEquals(ExitCode.MISTAKE, hts.run(arguments));
        assertEquals("", hts.out.toString());
        String err = hts.errors();
        assertFalse(err.contains("Usage:"), err);
        assertFalse(err.contains("null"), err);
        assertFalse(err.contains("\tat "), err);
        return err.lines().toList();
    }

    private List<String> train(String... more) {
        return refused(Stream.concat(Stream.of("train", "--algo", "ppo", "--env", "CartPole-v1"), Stream.of(more))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trian                     | trian: it is not a command of hts; did you mean hts train?",
                "eval                      | eval: it is not a command of hts; did you mean hts evaluate?",
                "frobnicate                | frobnicate: it is not a command of hts; 'hts --help' lists the commands",
                "help trian                | trian: it is not a command of hts; did you mean hts train?",
                "--foo                     | --foo: it is not a flag of hts; 'hts --help' lists the commands",
                "--algo ppo --env CartPole-v1 | --algo: it is not a flag of hts; write 'hts train --algo ...'",
                "train --algo saac --env Pendulum-v1 | --algo saac: it must be one of a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc, trpo; did you mean sac?",
                "envs --foo                | --foo: it is not a flag of hts envs; 'hts envs --help' lists the flags",
                "envs more                 | more: it is one word too many: hts envs takes flags alone; leave it out",
                "presets a b               | b: it is one word too many: hts presets takes NAME alone; leave it out",
                "presets --hlep            | --hlep: it is not a flag of hts presets; did you mean --help?",
                "doctor more               | more: it must follow a flag; write --env more, for example",
                "evaluate                  | RUN: it must be given; write 'hts evaluate RUN'",
                "fork --at 1 a b           | b: it is one word too many: hts fork takes RUN alone; leave it out",
                "play                      | RUN: it must be given; write 'hts play RUN'",
                "resume                    | RUN: it must be given; write 'hts resume RUN'",
                "train --algo ppo --env CartPole-v1 --gamma | --gamma: it must be given with a value; write --gamma X",
                "train --algo ppo --env CartPole-v1 more | more: it must follow a flag; write --env more, for example",
                "sweep --algo ppo --env CartPole-v1 --seeds 1 --target x | --target x: it must be a number; give 0.5, for example",
            })
    void shouldTellAMistakeInOneLine(String arguments, String line) {
        assertEquals("error: " + line, refused(arguments.split(" ")).get(0));
    }

    @Test
    void shouldTellEachOfSeveralMissingArgumentsOnce() {
        assertEquals(
                List.of(
                        "error: 2 settings are wrong:",
                        "  --at: it must be given with a value; write --at K",
                        "  RUN: it must be given; write 'hts fork RUN'",
                        "Nothing was run; 'hts fork --help' explains every setting."),
                refused("fork"));
    }

    @Test
    void shouldTellSeveralMistakesEachInALine() {
        assertEquals(
                List.of(
                        "error: 2 settings are wrong:",
                        "  --episodes x: it must be a whole number; give 10, for example",
                        "  run directory nowhere: it must name a run directory, and there is no such folder; check the path",
                        "Nothing was run; 'hts evaluate --help' explains every setting."),
                refused("evaluate", "nowhere", "--episodes", "x"));
    }

    @Test
    void shouldSayThatNothingWasRunWhereSomethingWouldHaveBeen() {
        assertEquals(
                "Nothing was run; 'hts train --help' explains every setting.",
                train("--gamma", "2").get(1));
        hts.err.getBuffer().setLength(0);
        assertEquals(
                "'hts presets --help' shows how to use it.",
                refused("presets", "nosuch").get(1));
    }

    @Test
    void shouldShowTheHelpToWhoTypesTheProgramsNameAlone() {
        assertEquals(ExitCode.MISTAKE, hts.run());
        assertTrue(hts.errors().contains("Start with:  hts train --algo ppo"), hts.err::toString);
    }

    @Test
    void shouldTakeTheConfigOfARunFromItsFolder() throws IOException {
        Files.write(folder.resolve("config.yaml"), List.of("algo: ppo", "env: CartPole-v1", "seed: 77"));

        assertEquals(
                77,
                CommandLineFixture.resolve("train", "--config", folder.toString())
                        .config()
                        .seed());
    }

    @Test
    void shouldRefuseAFolderWithoutAConfig() {
        assertEquals(
                "error: --config " + folder
                        + ": it must name a readable file (it is a folder without a config.yaml); check the path",
                refused("train", "--config", folder.toString()).get(0));
    }

    @ParameterizedTest
    @CsvSource({"train", "sweep --seeds 1-3", "sweep --seeds 1 --algos ppo"})
    void shouldTellOfAMissingConfigOnce(String command) {
        List<String> lines = refused((command + " --config nowhere.yaml").split(" "));

        assertEquals(
                "error: --config nowhere.yaml: it must name a readable file (No such file or directory); check the path",
                lines.get(0));
        assertEquals(2, lines.size(), lines::toString);
    }

    @Test
    void shouldSayWhyAFolderCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertEquals(
                "error: --out " + file.resolve("run")
                        + ": it must name a folder that can be written (Not a directory); choose another --out",
                train("--out", file.resolve("run").toString()).get(0));
        if (Files.isDirectory(Path.of("/proc"))) {
            hts.err.getBuffer().setLength(0);
            assertEquals(
                    "error: --out /proc/x: it must name a folder that can be written (/proc takes no new folders); "
                            + "choose another --out",
                    train("--out", "/proc/x").get(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--out", "--run-dir"})
    void shouldTakeBothNamesOfTheRunsFolder(String flag) {
        assertEquals(
                ExitCode.OK,
                hts.run(
                        "train",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        flag,
                        folder.resolve("run").toString()),
                hts.err::toString);
        assertTrue(Files.exists(folder.resolve("run/config.yaml")), hts.out::toString);
    }

    @Test
    void shouldRefuseTwoFoldersForOneRun() {
        assertEquals(
                "error: --run-dir b: it is another name of --out, which is a; give one of them",
                train("--out", "a", "--run-dir", "b").get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"train", "sweep", "evaluate", "play"})
    void shouldTakeOneNameForWhereOutputGoes(String command) {
        hts.run(command, "--help");

        assertTrue(hts.out.toString().contains("--out"), hts.out::toString);
    }

    @Test
    void shouldShowOptionsOfEnvironmentsAsTheyWereTyped() {
        assertEquals(
                "error: --env-option gravity=9.81: it is not understood by CartPole-v1, which has no options; leave it out",
                train("--env-option", "gravity=9.81").get(0));
    }

    @Test
    void shouldRefuseFlagsThatWouldDoNothing() {
        assertEquals(
                "error: --trace-limit 5: it is for --trace only; remove it, or give --trace",
                train("--trace-limit", "5").get(0));
        hts.err.getBuffer().setLength(0);
        assertEquals(
                "error: --rom-dir: it is not a flag of hts train; put the jars of atari-bridge, which has it, on the "
                        + "class path",
                train("--rom-dir", "roms").get(0));
    }

    @Test
    void shouldSayHowToContinueTheRunThatIsInTheWay() throws IOException {
        Files.createFile(folder.resolve("config.yaml"));

        assertEquals(
                "error: --out " + folder + ": it must name a new or empty folder, and this one holds a run; "
                        + "continue that run with 'hts resume " + folder + "', or choose another --out",
                train("--out", folder.toString()).get(0));
    }
}
