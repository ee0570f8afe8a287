package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private final List<String> ran = new ArrayList<>();
    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = parent.resolve("sweep");
    }

    private int sweep(TrainingRunner runner, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "sweep",
                "--env",
                "CartPole-v1",
                "--total-timesteps",
                "2560",
                "--num-envs",
                "8",
                "--sync-interval",
                "16",
                "--sweep-dir",
                folder.toString()));
        arguments.addAll(List.of(more));
        return hts.run(runner, arguments.toArray(String[]::new));
    }

    private List<String> csv() throws IOException {
        return Files.readAllLines(folder.resolve("sweep.csv"));
    }

    /** Seed s returns 100 s, at 1000 s steps a second, and reaches 150 with its second interval if at all. */
    private TrainingResult train(RunConfig config, TrainingListener listener) {
        long seed = config.seed();
        ran.add(config.algorithm().algorithm() + seed);
        listener.onInterval(new IntervalReport(0, 2048, 1, 99, 1000, -1, Map.of(), "aa"));
        listener.onInterval(new IntervalReport(1, 4096, 2 * seed, 100 + seed, 100 * seed, 1, Map.of(), "bb"));
        return new TrainingResult(
                4096,
                2,
                1000 * seed,
                4096,
                3,
                100 * seed,
                1,
                1,
                Map.of(),
                "feed" + seed,
                "beef",
                new float[0],
                TimeUse.NONE,
                false);
    }

    @Test
    void shouldRunEveryAlgorithmWithEverySeed() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep(
                        (config, attached) -> train(config, attached.listener()),
                        "--algos",
                        "ppo,a2c",
                        "--seeds",
                        "1-3",
                        "--target",
                        "150",
                        "--log-interval",
                        "1"),
                hts::errors);

        assertEquals(List.of("ppo1", "ppo2", "ppo3", "a2c1", "a2c2", "a2c3"), ran);
        assertTrue(Files.exists(folder.resolve("CartPole-v1__a2c__3/summary.json")));
        assertEquals(7, csv().size());
        assertEquals(
                "ppo,CartPole-v1,2,CartPole-v1__ppo__2,finished,4096,2.0,2000.0,200.0,,4096,4.0,feed2", csv().get(2));
        String out = hts.out.toString();
        assertTrue(out.contains("[2/6] ppo seed 2: return 200.00, 4,096 steps in 2.0 s, 2,000 steps/s\n"), out);
        assertTrue(out.contains("""

                ALGO  ENVIRONMENT  RUNS    RETURN (95 % CI)           STEPS TO 150.00  TIME   REACHED  STEPS/S
                ppo   CartPole-v1  3 of 3  200.00 (100.00 .. 300.00)  4,096            5.0 s  2 of 3   2,000
                a2c   CartPole-v1  3 of 3  200.00 (100.00 .. 300.00)  4,096            5.0 s  2 of 3   2,000
                """), out);
        JsonNode json = new ObjectMapper().readTree(folder.resolve("sweep.json").toFile());
        assertEquals(
                200, json.get("algorithms").get("a2c").get("mean_return_100").asDouble());
        assertEquals(
                5, json.get("algorithms").get("a2c").get("required_seconds").asDouble());
        assertTrue(json.get("algorithms").get("a2c").get("final_metric").isNull());
        assertEquals(3, json.get("seeds").size());
    }

    @Test
    void shouldTellOfAFailingRunAndGoOn() throws IOException {
        assertEquals(
                ExitCode.FAILED,
                sweep(
                        (config, attached) -> {
                            if (config.seed() == 2) {
                                throw new TrainingFailedException("learner", new IllegalStateException("for the test"));
                            }
                            return train(config, attached.listener());
                        },
                        "--algo",
                        "ppo",
                        "--seeds",
                        "1-3"));

        assertEquals(List.of("ppo1", "ppo3"), ran);
        assertTrue(hts.errors().startsWith("error: learner failed: "), hts::errors);
        assertTrue(hts.out.toString().contains("[2/3] ppo seed 2: failed\n"), hts.out::toString);
        assertTrue(hts.out.toString().contains("2 of 3"), hts.out::toString);
        assertTrue(csv().get(2).startsWith("ppo,CartPole-v1,2,CartPole-v1__ppo__2,failed,"), csv().get(2));
    }

    @Test
    void shouldGoOnWithAnEarlierSweep() throws IOException {
        TrainingRunner failing = (config, attached) -> {
            if (config.seed() == 2) {
                throw new TrainingFailedException("learner", new IllegalStateException("for the test"));
            }
            return train(config, attached.listener());
        };
        sweep(failing, "--algo", "ppo", "--seeds", "1,2");
        List<String> before = csv();
        ran.clear();

        assertEquals(
                ExitCode.OK,
                sweep((config, attached) -> train(config, attached.listener()), "--algo", "ppo", "--seeds", "1-3"));

        assertEquals(List.of("ppo2", "ppo3"), ran);
        assertEquals(before.get(1), csv().get(1));
        assertEquals(4, csv().size());
        assertTrue(hts.out.toString().contains("[1/3] ppo seed 1: done before, return 100.00"), hts.out::toString);
        assertTrue(Files.exists(folder.resolve("CartPole-v1__ppo__2.unfinished-1/summary.json")));
    }

    @Test
    void shouldRefuseAFolderOfOtherSettings() {
        sweep((config, attached) -> train(config, attached.listener()), "--algo", "ppo", "--seeds", "1");
        ran.clear();

        assertEquals(
                ExitCode.MISTAKE,
                sweep(
                        (config, attached) -> train(config, attached.listener()),
                        "--algo",
                        "ppo",
                        "--seeds",
                        "1",
                        "--gamma",
                        "0.5"));

        assertEquals(List.of(), ran);
        assertTrue(hts.errors().contains("must hold runs of the same settings"), hts::errors);
    }

    @Test
    void shouldEndWholeWhenARunIsStopped() throws IOException {
        assertEquals(
                ExitCode.INTERRUPTED,
                sweep(
                        (config, attached) -> {
                            TrainingResult r = train(config, attached.listener());
                            return new TrainingResult(
                                    r.timesteps(),
                                    2,
                                    2,
                                    2,
                                    3,
                                    7,
                                    1,
                                    1,
                                    Map.of(),
                                    "feed",
                                    "beef",
                                    r.parameters(),
                                    TimeUse.NONE,
                                    config.seed() == 2);
                        },
                        "--algo",
                        "ppo",
                        "--seeds",
                        "1-5"));

        assertEquals(List.of("ppo1", "ppo2"), ran);
        assertEquals(3, csv().size());
        assertTrue(hts.out.toString().contains("1 of 5"), hts.out::toString);
    }

    @Test
    void shouldReportAllMistakesAtOnce() {
        assertEquals(
                ExitCode.MISTAKE,
                sweep(
                        (config, attached) -> train(config, attached.listener()),
                        "--algos",
                        "ppo,pqo",
                        "--seeds",
                        "3-1",
                        "--seed",
                        "4",
                        "--gamma",
                        "2",
                        "--n-step",
                        "3",
                        "--trace",
                        "t.json",
                        "--sweep-dri",
                        "y"));

        String err = hts.errors();
        assertTrue(err.contains("error: 7 settings are wrong"), err);
        assertTrue(
                err.contains(
                        "--algos pqo: it must be one of a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc, trpo; did you mean ppo?"),
                err);
        assertTrue(err.contains("--seeds 3-1: it must have ranges that rise"), err);
        assertTrue(err.contains("--seed: it is not a flag of hts sweep; did you mean --seeds?"), err);
        assertTrue(err.contains("--gamma 2.0: it must be in [0, 1]"), err);
        assertTrue(err.contains("--n-step 3: it is for --algo crossq, ddpg, dqn, sac, td3 or tqc only"), err);
        assertTrue(err.contains("--trace t.json: it must not name a file, for each run has its own"), err);
        assertTrue(err.contains("--sweep-dri: it is not a flag of hts sweep; did you mean --sweep-dir?"), err);
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldAskForSeedsAndAnAlgorithm() {
        assertEquals(ExitCode.MISTAKE, sweep((config, attached) -> train(config, attached.listener())));

        assertTrue(hts.errors().contains("--seeds: it must be given"), hts::errors);
        assertTrue(hts.errors().contains("--algo: it must be given"), hts::errors);
    }

    /** The real trainer evaluates: the final metric and the target come from evaluations. */
    @Test
    void shouldSummarizeEvaluations() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep(
                        RecordedRuns.TRAINER,
                        "--algo",
                        "a2c",
                        "--seeds",
                        "1,2",
                        "--hidden-sizes",
                        "16",
                        "--eval-every",
                        "2",
                        "--eval-episodes",
                        "2",
                        "--target",
                        "5"),
                hts::errors);

        String[] row = csv().get(1).split(",", -1);
        assertTrue(Double.parseDouble(row[9]) > 5, row[9]);
        assertEquals("2560", row[10]); // 10 policies: after 20 of 20 intervals
        assertTrue(hts.out.toString().contains("FINAL METRIC (95 % CI)"), hts.out::toString);
        assertTrue(hts.out.toString().contains("2 of 2"), hts.out::toString);
    }

    @Test
    void shouldPrintNothingWhenQuiet() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep(
                        (config, attached) -> train(config, attached.listener()),
                        "--algo",
                        "ppo",
                        "--seeds",
                        "1",
                        "--quiet"));

        assertEquals("", hts.out.toString());
        assertEquals(2, csv().size());
    }
}
