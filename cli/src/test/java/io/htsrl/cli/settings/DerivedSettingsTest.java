package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run's {@code config.yaml} gives back settings whose defaults follow from others. */
class DerivedSettingsTest {
    @TempDir
    Path folder;

    /** What the {@code config.yaml} of the first run makes with other flags. */
    private ResolvedRun again(String first, String more) throws IOException {
        String yaml = ConfigYaml.of(CommandLineFixture.resolve(("train --env CartPole-v1 " + first).split(" ")));
        Path file = Files.writeString(folder.resolve("config.yaml"), yaml);
        return CommandLineFixture.resolve(("train --config " + file + " " + more).split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo a2c --num-envs 4",
                "--algo ppo --num-envs 4 --schedule sync",
                "--algo a2c --num-envs 4 --schedule serial",
                "--algo dqn --num-envs 4 --actor-batch auto"
            })
    void shouldServeAllOfAnotherNumberOfEnvironments(String first) throws IOException {
        assertEquals(
                32,
                again(first, "--num-envs 32 --schedule hts").config().pipeline().actorBatch());
    }

    @Test
    void shouldGiveEachOfAnotherNumberOfBlockingEnvironmentsAnExecutor() throws IOException {
        PipelineConfig more = again("--algo a2c --num-envs 4 --step-time exponential:5ms", "--num-envs 8")
                .config()
                .pipeline();
        PipelineConfig burning = again(
                        "--algo a2c --num-envs 4 --step-time exponential:5ms", "--step-time exponential:5ms:burn")
                .config()
                .pipeline();

        assertEquals(8, more.executors());
        assertEquals(1, burning.executors());
    }

    @Test
    void shouldDeriveBatchAndQueueOfAnAsynchronousRunAnew() throws IOException {
        AsyncConfig async = again("--algo a2c --num-envs 4 --schedule async", "--num-envs 8")
                .config()
                .pipeline()
                .async();

        assertEquals(8, async.batch());
        assertEquals(32, async.queue());
    }

    @Test
    void shouldLogAboutAThousandTimesOfAnotherLength() throws IOException {
        long fresh = CommandLineFixture.resolve(
                        "train", "--env", "CartPole-v1", "--algo", "a2c", "--total-timesteps", "4e6")
                .logInterval();

        assertTrue(fresh > 1);
        assertEquals(
                fresh,
                again("--algo a2c --total-timesteps 16000", "--total-timesteps 4e6")
                        .logInterval());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--actor-batch 3 | actor-batch: 3",
                "--executors 2 | executors: 2",
                "--log-interval 7 | log-interval: 7",
                "--schedule async --async-batch 5 | async-batch: 5",
                "--schedule async --async-queue 50 | async-queue: 50",
            })
    void shouldKeepWhatTheUserGave(String flags, String line) throws IOException {
        ResolvedRun run = again("--algo a2c " + flags, "--num-envs 32 --total-timesteps 1e7");

        assertTrue(ConfigYaml.of(run).lines().anyMatch(line::equals), () -> ConfigYaml.of(run));
    }

    @Test
    void shouldLetAutoStandOverANumberOfAFile() throws IOException {
        PipelineConfig pipeline = again(
                        "--algo a2c --actor-batch 3 --executors 2", "--actor-batch auto --executors auto")
                .config()
                .pipeline();

        assertEquals(16, pipeline.actorBatch());
        assertEquals(1, pipeline.executors());
    }

    @Test
    void shouldTakeAutoWhereTheScheduleLeavesNoChoice() throws IOException {
        assertEquals(
                1,
                again("--algo a2c --schedule serial --actor-batch auto --executors auto", "")
                        .config()
                        .pipeline()
                        .actorBatch());
    }

    @Test
    void shouldReadTheNumbersThatEarlierVersionsWrote() throws IOException {
        ResolvedRun run = CommandLineFixture.resolve("train", "--algo", "a2c", "--env", "CartPole-v1");
        Path old = Files.writeString(folder.resolve("old.yaml"), ConfigYaml.of(run.fixed()));

        assertTrue(Files.readString(old).contains("actor-batch: 16\n"));
        assertEquals(
                run.config(),
                CommandLineFixture.resolve("train", "--config", old.toString()).config());
    }

    @Test
    void shouldTellWhatWasInForceAsEarlierVersionsDid() throws IOException {
        ResolvedRun run = CommandLineFixture.resolve("train", "--algo", "a2c", "--env", "CartPole-v1");
        Path now = Files.createDirectory(folder.resolve("now"));
        Path then = Files.createDirectory(folder.resolve("then"));
        Files.writeString(now.resolve("config.yaml"), ConfigYaml.of(run));
        Files.writeString(then.resolve("config.yaml"), ConfigYaml.of(run.fixed()));

        assertTrue(Files.readString(now.resolve("config.yaml")).contains("actor-batch: auto (16)\n"));
        assertEquals(RunReader.open(then).settings(), RunReader.open(now).settings());
    }

    @Test
    void shouldOfferAutoWhereItIsTaken() {
        CommandLineFixture hts = new CommandLineFixture();

        assertEquals(
                ExitCode.MISTAKE,
                hts.run("train", "--algo", "a2c", "--env", "CartPole-v1", "--executors", "many", "--actors", "auto"));

        assertTrue(
                hts.errors()
                        .contains("--executors many: it must be a whole number of at most 2147483647; "
                                + "give 16, for example, or auto"),
                hts::errors);
        assertTrue(hts.errors().contains("--actors auto: it must be a whole number"), hts::errors);
    }
}
