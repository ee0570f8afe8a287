package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Algorithms have a replay memory under {@code async}: executors insert into it while the learner draws, at the rate
 * that is set.
 */
@Timeout(1800)
@Tag("slow")
class AsyncReplayTest {
    /** Of an actor with critics; steps come behind it. */
    private static final String SMALL = " --env Pendulum-v1 --hidden-sizes 16,16 --batch-size 16 --total-timesteps ";

    private static RunConfig config(String more) {
        return configured("--algo dqn --env CartPole-v1 " + more);
    }

    private static RunConfig configured(String given) {
        return Hts.configure(("--schedule async " + given).strip().split(" +"));
    }

    /** The figures of each interval. */
    private static List<Map<String, Double>> run(RunConfig config) throws Exception {
        List<Map<String, Double>> metrics = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                metrics.add(report.losses());
            }
        };
        TrainingResult result = new Trainer(config, listener, new RunControl()).run();
        assertEquals(config.intervals() * config.pipeline().stepsPerInterval(), result.timesteps());
        assertEquals(
                config.intervals() * config.pipeline().numEnvs(),
                result.lagHistogram().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        return metrics;
    }

    @ParameterizedTest
    @CsvSource({
        "4, --executors 1 --actors 0",
        "4, --executors 4 --actors 2 --initial-priority actor --sync-interval 1",
        "16, --executors 3 --samples-per-insert 16 --initial-priority actor --per-env-epsilon",
        "0.5, --executors 2 --samples-per-insert 0.5 --n-step 1",
        "8, --executors 2 --samples-per-insert 8 --learner-batches 2 --batch-size 64 --learners 2",
        "32, --executors 2 --samples-per-insert 32 --num-envs 4 --learning-starts 0 --async-params step"
    })
    void shouldDrawAsManySamplesForEachInsertAsItIsSet(double samples, String more) throws Exception {
        assertRate(samples, config(more + " --total-timesteps 20000"));
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "16, sac, --executors 1 --actors 0",
        "4, sac, --executors 4 --actors 2 --sync-interval 1 --samples-per-insert 4 --per-alpha 0.6",
        "8, sac, --executors 2 --samples-per-insert 8 --learner-batches 2 --learners 2 --noise-correlation 0.9",
        "16, td3, --executors 3 --num-envs 8 --async-params step",
        "2, td3, --executors 2 --samples-per-insert 2 --n-step 3 --per-alpha 1 --noise-type ou",
        "32, ddpg, --executors 2 --learners 2 --learner-batches 2 --learning-starts 0",
        "0.5, tqc, --executors 2 --samples-per-insert 0.5 --n-quantiles 5 --wait blocking"
    })
    void shouldDrawAsManyForActorsWithCritics(double samples, String algorithm, String more) throws Exception {
        assertRate(samples, configured("--algo " + algorithm + SMALL + "20000 " + more));
    }

    private static void assertRate(double samples, RunConfig config) throws Exception {
        List<Map<String, Double>> metrics = run(config);
        long steps = config.totalTimesteps();

        Map<String, Double> last = metrics.get(metrics.size() - 1);
        assertEquals(samples, last.get("samples_per_insert"), 0.02 * samples);
        List<Double> ages = metrics.stream()
                .map(each -> each.get("sample_age_p50"))
                .filter(age -> !age.isNaN()) // an interval without an update has none
                .toList();
        assertTrue(!ages.isEmpty() && ages.stream().allMatch(age -> age > 0 && age < 1.1 * steps), ages::toString);
        assertTrue(last.get("buffer_size") < 1.1 * steps, "inserted once, not by the learner too: " + last);
        assertTrue(last.get("insert_wait_seconds") >= 0 && last.get("lag_mean") >= 0, last::toString);
    }

    /** Of every step: the action is the exploration's, of the output that the version it says gives. */
    @ParameterizedTest
    @CsvSource({
        "sac, --executors 2",
        "td3, --executors 3 --actors 1 --exploration-noise 0.3",
        "ddpg, --executors 1",
        "tqc, --executors 4 --n-quantiles 5",
        "crossq, --executors 2 --value-hidden-sizes 16"
    })
    void shouldActByTheVersionItSays(String algorithm, String more) throws Exception {
        RunConfig config = configured("--algo " + algorithm + SMALL + "2048 --learning-starts 500 " + more);
        RunWitness witness = new RunWitness(config, true);

        new Trainer(config, Attachments.none().with(witness)).run();

        witness.assertComplete();
    }

    /** Random actions have a mean return of about -1200. */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"sac, --seed 1", "td3, --seed 1 --learning-starts 1000"})
    void shouldLearnToHoldThePendulum(String algorithm, String more) throws Exception {
        assumeTrue(algorithm.equals("td3") || Boolean.getBoolean("hts.long"), "seven seconds: -Dhts.long=true");
        RunConfig config = configured("--algo " + algorithm
                + " --env Pendulum-v1 --hidden-sizes 64,64 --batch-size 128 --executors 2 --total-timesteps 16000 "
                + more);

        DoubleSummaryStatistics late = new DoubleSummaryStatistics(); // when to begin to learn is up to the threads
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onEpisode(EpisodeRecord episode) {
                if (episode.timestep() > 8000) {
                    late.accept(episode.ret());
                }
            }
        };

        new Trainer(config, Attachments.none().with(listener)).run();

        assertTrue(late.getAverage() > -800, "mean return " + late);
    }

    /** With the least tolerance that is taken, nobody waits for ever. */
    @Test
    void shouldEndWithTheLeastTolerance() throws Exception {
        String more = "--executors 3 --sync-interval 4 --samples-per-insert 4 --batch-size 64 --total-timesteps 6000";
        assertThrows(ConfigurationException.class, () -> config(more + " --rate-tolerance 575"));

        List<Map<String, Double>> metrics = run(config(more + " --rate-tolerance 576"));

        assertTrue(metrics.get(metrics.size() - 1).get("updates") > 0);
    }

    @ParameterizedTest
    @CsvSource({"sac, 2", "td3, 1"})
    void shouldEndWithTheLeastToleranceForActorsWithCritics(String algorithm, int batches) throws Exception {
        String given = "--algo " + algorithm + SMALL
                + "6000 --learning-starts 500 --num-envs 4 --executors 3 --sync-interval 4"
                + " --samples-per-insert 4 --learners 2 --learner-batches " + batches + " --rate-tolerance ";
        int least = 2 * 4 * 4 * 4 + 16 * batches;
        assertThrows(ConfigurationException.class, () -> configured(given + (least - 1)));

        List<Map<String, Double>> metrics = run(configured(given + least));

        assertTrue(metrics.get(metrics.size() - 1).get("updates") > 0);
    }

    @Test
    void shouldEndWithTheMessageOfAnEnvironmentThatFails() {
        RunConfig config = Hts.configure(
                "--algo",
                "dqn",
                "--env",
                "Throwing-v0",
                "--schedule",
                "async",
                "--executors",
                "2",
                "--total-timesteps",
                "20000",
                "--learning-starts",
                "100");

        TrainingFailedException failure = assertThrows(
                TrainingFailedException.class,
                () -> new Trainer(config, new TrainingListener() {}, new RunControl()).run());

        assertTrue(
                Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
                        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("the simulator crashed")),
                failure::toString);
    }

    @Test
    void shouldStopWhenItIsAskedTo() throws Exception {
        for (String given : List.of(
                "--algo dqn --env CartPole-v1", "--algo sac" + SMALL + 100_000, "--algo td3" + SMALL + 100_000)) {
            RunControl control = new RunControl();
            TrainingResult result = new Trainer(configured(given + " --executors 2"), stopping(control), control).run();
            assertTrue(result.stopped(), given);
        }
    }

    /** After 30 intervals. */
    private static TrainingListener stopping(RunControl control) {
        return new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 30) {
                    control.requestStop();
                }
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "dqn --async-batch 8, --async-batch 8: it must be --num-envs (16)",
        "dqn --samples-per-insert -1, --samples-per-insert -1.0: it must be in [0",
        "dqn --samples-per-insert 1e-12, --samples-per-insert 1.0E-12: it must be a fraction",
        "dqn --rate-tolerance 1, --rate-tolerance 1: it must be at least 576",
        "dqn --replay-shards 2, --replay-shards 2: it must be 1 under --schedule async",
        "ppo --samples-per-insert 4, --samples-per-insert",
        "sac --async-batch 8, --async-batch 8: it must be --num-envs (4)",
        "sac --rate-tolerance 1, --rate-tolerance 1: it must be at least 16640",
        "td3 --replay-shards 2, --replay-shards 2: it must be 1 under --schedule async",
        "sac --async-correction none, --async-correction",
        "td3 --checkpoint-every 10, --checkpoint-every 10: it must"
    })
    void shouldRefuseWhatCannotBe(String arguments, String refusal) {
        String env = arguments.matches("(sac|td3).*") ? "Pendulum-v1" : "CartPole-v1";
        String given = "--env " + env + " --schedule async --algo " + arguments;
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> Hts.configure(given.split(" +")));
        assertTrue(refused.getMessage().contains(refusal), refused.getMessage());
    }
}
