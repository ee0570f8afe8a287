package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkCommandTest {
    @TempDir
    static Path shared;

    @TempDir
    Path parent;

    private static Path run;
    private final CommandLineFixture hts = new CommandLineFixture();

    private static int hts(CommandLineFixture hts, String... words) {
        return hts.run((config, attached) -> new Trainer(config, attached).run(), words);
    }

    @BeforeAll
    static void train() {
        run = shared.resolve("run");
        CommandLineFixture hts = new CommandLineFixture();
        assertEquals(
                ExitCode.OK,
                hts(
                        hts,
                        "train",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--num-envs",
                        "4",
                        "--sync-interval",
                        "5",
                        "--total-timesteps",
                        "200",
                        "--hidden-sizes",
                        "8",
                        "--eval-every",
                        "3",
                        "--eval-episodes",
                        "1",
                        "--out",
                        run.toString()),
                hts.err::toString);
    }

    private int fork(String... more) {
        List<String> words = new ArrayList<>(List.of("fork", run.toString()));
        words.addAll(List.of(more));
        return hts(hts, words.toArray(String[]::new));
    }

    @Test
    void shouldTrainTheForkToItsEndAndRecordItsOrigin() {
        Path folder = parent.resolve("fork");

        int code = fork(
                "--at",
                "4",
                "--set",
                "learning_rate=1e-2",
                "--set",
                "anneal-lr",
                "--total-timesteps",
                "300",
                "--out",
                folder.toString());

        assertEquals(ExitCode.OK, code, hts.err::toString);
        ChainDiff diff = ChainDiff.of(RunReader.open(run), RunReader.open(folder));
        assertEquals(4, diff.equalIntervals());
        assertEquals(15, diff.extentB().intervals());
        JsonNode fork = RunReader.open(folder).manifest().path("forks").path(0);
        assertEquals(run.toString(), fork.path("origin").asText());
        assertEquals(4, fork.path("interval").asLong());
        assertEquals(
                RunReader.open(run).settings().get("learning-rate"),
                fork.path("settings_before").path("learning-rate").asText());
        assertEquals("200@4", RunReader.open(folder).settings().get("annealed-over"));
    }

    @Test
    void shouldRecordAConditionThatEndsTheForkAndNotApplyItToThePast() {
        Path folder = parent.resolve("fork");

        int code = fork("--at", "8", "--stop-when", "eval >= 1", "--out", folder.toString());

        assertEquals(ExitCode.OK, code, hts.err::toString);
        assertTrue(RunReader.open(folder).settings().get("earlier-settings").contains("stop-when"), "recorded");
        assertTrue(ChainDiff.of(RunReader.open(run), RunReader.open(folder)).equalIntervals() >= 8);
    }

    /** The past is trained as it was planned then: a condition that never holds changes no bit. */
    @Test
    void shouldForkBeforeExtensionsOfARunAndOfAFork() throws IOException {
        Path extended = RecordedRuns.copy(run, parent.resolve("extended"));
        Path fork = parent.resolve("fork");
        Path forkOfFork = parent.resolve("fork-of-fork");

        assertOk("resume " + extended + " --total-timesteps 400");
        assertOk("fork " + extended + " --at 4 --out " + fork, "--stop-when", "return >= 1e9");
        assertOk("resume " + fork + " --total-timesteps 500");
        Files.delete(RunFolders.checkpoints(fork).file(4)); // so that this fork is made again, too
        assertOk("fork " + fork + " --at 7 --out " + forkOfFork, "--stop-when", "return >= 1e8");

        assertEquals(20, equalIntervals(extended, fork));
        assertEquals(25, equalIntervals(fork, forkOfFork));
    }

    /** The run is stopped while the first fork is made again. */
    @Test
    void shouldLeaveNothingOfAForkOfAForkThatIsStopped() throws IOException {
        Path fork = parent.resolve("fork");
        Path forkOfFork = parent.resolve("fork-of-fork");
        assertOk("fork " + run + " --at 4 --set gamma=0.5 --out " + fork);
        Files.delete(RunFolders.checkpoints(fork).file(4));
        TrainingRunner stopping = (config, attached) -> {
            attached.control().requestStop();
            return new Trainer(config, attached).run();
        };

        int code = hts.run(stopping, ("fork " + fork + " --at 7 --set gamma=0.7 --out " + forkOfFork).split(" "));

        assertTrue(code == ExitCode.FAILED || code == ExitCode.INTERRUPTED, () -> code + hts.errors());
        assertFalse(hts.errors().contains("cannot write"), hts.err::toString);
        assertFalse(Files.exists(forkOfFork));
    }

    private void assertOk(String line, String... more) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of(more));
        assertEquals(ExitCode.OK, hts(hts, words.toArray(String[]::new)), hts.err::toString);
    }

    private static long equalIntervals(Path a, Path b) {
        return ChainDiff.of(RunReader.open(a), RunReader.open(b)).equalIntervals();
    }

    @ParameterizedTest
    @CsvSource({
        "lerning-rate=1, did you mean learning-rate",
        "num-envs=8, num-minibatches",
        "learning-rate=-1, --learning-rate",
        "tau=1, can change during a run of ppo",
        "learning-rate, NAME=VALUE"
    })
    void shouldRefuseWhatCannotChange(String change, String message) {
        Path folder = parent.resolve("fork");

        assertEquals(ExitCode.MISTAKE, fork("--at", "4", "--set", change, "--out", folder.toString()));

        assertTrue(hts.errors().contains(message), hts.err::toString);
        assertFalse(Files.exists(folder));
    }

    @ParameterizedTest
    @CsvSource({"0, from 1 to 10", "11, from 1 to 10", "10, must be below the 10 intervals", "x, --at"})
    void shouldRefuseAnIntervalThatIsNotThere(String at, String message) {
        assertEquals(
                ExitCode.MISTAKE,
                fork("--at", at, "--out", parent.resolve("fork").toString()));

        assertTrue(hts.errors().contains(message), hts.err::toString);
    }
}
