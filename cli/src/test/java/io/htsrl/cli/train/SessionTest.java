package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = parent.resolve("run");
    }

    private int train(TrainingRunner runner, String... more) {
        String[] arguments = {
            "train",
            "--algo",
            "ppo",
            "--env",
            "CartPole-v1",
            "--num-steps",
            "128",
            "--total-timesteps",
            "4096",
            "--seed",
            "7",
            "--run-dir",
            folder.toString()
        };
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return hts.run(runner, all);
    }

    private static TrainingResult twoIntervals(TrainingListener listener) {
        listener.onInterval(new IntervalReport(0, 2048, 1, 0, Double.NaN, -1, Map.of(), "aa"));
        listener.onEpisode(new EpisodeRecord(1, 3000, 4, 22, 22, false));
        listener.onInterval(new IntervalReport(1, 4096, 2, 1, 22, 1, Map.of("entropy", 0.5), "bb"));
        return CommandLineFixture.result(false);
    }

    private JsonNode json(String name) throws IOException {
        return JSON.readTree(folder.resolve(name).toFile());
    }

    @Test
    void shouldSayThatTheFolderWasDeletedUnderTheRun() {
        assertEquals(ExitCode.FAILED, train((config, attached) -> {
            TrainingResult result = twoIntervals(attached.listener());
            delete();
            return result;
        }));

        assertTrue(
                hts.errors().contains("its folder is not there any more: it was deleted or moved during the " + "run"),
                hts::errors);
        assertFalse(hts.errors().contains("is kept"), hts::errors);
        assertEquals(1, hts.errors().lines().count(), hts::errors);
    }

    @Test
    void shouldNotCallItALackOfRoomThatTheFolderWasDeleted() {
        assertEquals(ExitCode.FAILED, train((config, attached) -> {
            delete();
            throw new TrainingFailedException(
                    "learner",
                    new RunDirectoryException(folder.resolve("metrics.jsonl"), new IOException("stale handle")));
        }));

        assertTrue(hts.errors().contains("its folder is not there any more"), hts::errors);
        assertFalse(hts.errors().contains("room"), hts::errors);
    }

    private void delete() {
        Arrays.stream(folder.toFile().listFiles()).forEach(java.io.File::delete);
        assertTrue(folder.toFile().delete());
    }

    @Test
    void shouldWriteEveryFileOfARun() throws IOException {
        assertEquals(ExitCode.OK, train((config, attached) -> twoIntervals(attached.listener())));

        assertEquals(
                List.of(
                        "config.yaml",
                        "digests.jsonl",
                        "episodes.csv",
                        "manifest.json",
                        "metrics.jsonl",
                        "model.safetensors",
                        "summary.json"),
                Arrays.stream(folder.toFile().list()).sorted().toList());
        assertEquals(
                "interval,timestep,environment,return,length,truncated\n1,3000,4,22.0,22,false\n",
                Files.readString(folder.resolve("episodes.csv")));
        assertEquals(3, Files.readAllLines(folder.resolve("digests.jsonl")).size());
        assertEquals(2, Files.readAllLines(folder.resolve("metrics.jsonl")).size());
        assertEquals("feed", json("summary.json").get("digest").asText());
        assertEquals(
                1.5,
                json("summary.json").get("role_seconds").get("learner_busy").asDouble());
        assertEquals(
                0.25, json("summary.json").get("utilisation").get("executor").asDouble());
        assertEquals(
                0.25,
                json("summary.json").get("barrier_idle_seconds").get("executor").asDouble());
        assertEquals(3, json("summary.json").get("batch_sizes").get("1").asLong());
        assertEquals("5/256", json("summary.json").get("utd").asText());
        assertEquals(
                "{\"utd\":\"5/256\",\"lag\":1}",
                json("manifest.json").get("learning").toString());
        assertEquals(7, json("manifest.json").get("seed").asLong());
        assertEquals("train", json("manifest.json").get("command_line").get(0).asText());
    }

    @Test
    void shouldShowHeaderProgressAndResult() {
        train((config, attached) -> twoIntervals(attached.listener()));

        String out = hts.out.toString();
        assertTrue(
                out.contains("ppo on CartPole-v1, schedule hts, seed 7, 4,096 steps (2 intervals of 16 x 128)"), out);
        assertTrue(out.contains("presets/ppo.yaml < presets/ppo/CartPole-v1.yaml < command line"), out);
        assertTrue(out.contains("\n 50 %  2,048 steps  2,048 steps/s  return -  lag -  ETA ...\n"), out);
        assertTrue(out.contains("\n100 %  4,096 steps  2,048 steps/s  return 22.0  lag 1  ETA 0:00\n"), out);
        assertTrue(out.contains("done after 2.0 s: 4,096 steps, 2,048 steps/s\n"), out);
        assertTrue(
                out.contains("  busy      executor 25 %, learner 75 % of their threads' time\n"
                        + "  barrier   executor idle 125.0 ms (13 %), learner idle 500 us (<1 %) per interval\n"
                        + "  batches   4, of size 1: 75 %, 16: 25 %; mean 4.8\n"),
                out);
        assertTrue(out.contains("  learning  5/256 updates per step (UTD), lag 1\n"), out);
        assertTrue(out.contains("  utd       5/256\n  lag       1\n"), out);
        assertTrue(out.contains("digest    feed\n"), out);
        assertEquals("", hts.errors());
    }

    @Test
    void shouldNameTheHeadsOfDqn() {
        String[] dqn = {"train", "--algo", "dqn", "--env", "CartPole-v1", "--run-dir", folder.toString()};
        assertEquals(ExitCode.OK, hts.run((config, attached) -> twoIntervals(attached.listener()), dqn));

        assertTrue(
                hts.out.toString().contains("dqn on CartPole-v1, schedule hts, seed 1, 200,000 steps"),
                hts.out::toString);
        assertTrue(hts.out.toString().contains("  network   64, 64 relu, dueling\n"), hts.out::toString);
        assertTrue(hts.out.toString().contains("  learning  1/16 updates per step (UTD), lag 1\n"), hts.out::toString);
    }

    /** Each of their learners has its own ratio. */
    @Test
    void shouldCountNoUpdatesWherePoliciesLearnApart() {
        String flags = "train --algo ppo --env ConnectFour-v0 --policies separate --norm-obs --run-dir " + folder;
        TrainingRunner aborted = (config, attached) -> {
            throw new TrainingFailedException("run", RunAbortedException.INSTANCE);
        };
        assertEquals(ExitCode.INTERRUPTED, hts.run(aborted, flags.split(" ")));

        assertTrue(hts.out.toString().contains("  learning  UTD of each policy, lag 1\n"), hts.out::toString);
    }

    @Test
    void shouldPrintNothingWhenQuiet() {
        assertEquals(ExitCode.OK, train((config, attached) -> twoIntervals(attached.listener()), "--quiet"));

        assertEquals("", hts.out.toString());
        assertEquals("", hts.errors());
    }

    @Test
    void shouldTellWhichRoleFailedAndWhy() throws IOException {
        assertEquals(ExitCode.FAILED, train((config, attached) -> {
            twoIntervals(attached.listener());
            throw new TrainingFailedException("executor-3", new IllegalStateException("the pole broke"));
        }));

        assertTrue(
                hts.err
                        .toString()
                        .startsWith("error: executor-3 failed: java.lang.IllegalStateException: the pole broke\n"),
                hts::errors);
        assertTrue(hts.errors().contains("\tat "));
        JsonNode summary = json("summary.json");
        assertEquals("executor-3", summary.get("error").get("role").asText());
        assertTrue(summary.get("error").get("message").asText().contains("the pole broke"));
        assertEquals(4096, summary.get("timesteps").asLong());
        assertEquals("bb", summary.get("digest").asText());
        assertEquals(1, summary.get("lag_min").asInt());
    }

    @Test
    void shouldTellOfAFullDiskInOneLine() throws IOException {
        Path file = folder.resolve("episodes.csv");

        assertEquals(ExitCode.FAILED, train((config, attached) -> {
            throw new TrainingFailedException(
                    "learner", new RunDirectoryException(file, new IOException("No space left on device")));
        }));

        assertEquals(
                "error: cannot write " + file + ": No space left on device; what was written before is kept\n",
                hts.errors());
        assertEquals("learner", json("summary.json").get("error").get("role").asText());
    }

    @Test
    void shouldAdviseWhenMemoryRunsOut() {
        assertEquals(ExitCode.FAILED, train((config, attached) -> {
            throw new OutOfMemoryError("Java heap space");
        }));

        assertTrue(hts.errors().contains("HTS_JAVA_OPTS=-Xmx"), hts::errors);
        assertFalse(hts.errors().contains("\tat "));
    }

    @Test
    void shouldTakeARefusalByTheTrainerAsTheUsersMistake() {
        assertEquals(ExitCode.MISTAKE, train((config, attached) -> {
            throw new ConfigurationException("--env", "X", "must fit", "choose another");
        }));

        assertTrue(hts.errors().contains("error: --env X: it must fit; choose another\n"), hts::errors);
        assertFalse(Files.exists(folder), "the same --out can be given again");
    }

    @Test
    void shouldSummarizeARunThatWasAborted() throws IOException {
        assertEquals(ExitCode.INTERRUPTED, train((config, attached) -> {
            throw new TrainingFailedException("run", RunAbortedException.INSTANCE);
        }));

        assertEquals(
                "error: ended before an interval was complete: nothing was learnt; start again with 'hts "
                        + "train --config " + folder.resolve("config.yaml") + "'\n",
                hts.errors());

        assertTrue(json("summary.json").get("stopped").asBoolean());
        assertTrue(json("summary.json").get("mean_return_100").isNull());
        assertFalse(hts.errors().contains("\tat "));
    }
}
