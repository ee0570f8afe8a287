package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DQN under {@code async}: executors insert into the replay memory while the learner draws, at the rate that is set. */
@Timeout(240)
@Tag("slow")
class AsyncReplayTest {
    private static RunConfig config(String more) {
        String given = "--algo dqn --env CartPole-v1 --schedule async " + more;
        return Hts.configure(given.strip().split(" +"));
    }

    /** The figures of each interval. */
    private static List<Map<String, Double>> run(RunConfig config) throws Exception {
        List<Map<String, Double>> figures = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                figures.add(report.losses());
            }
        };
        TrainingResult result = new Trainer(config, listener, new RunControl()).run();
        assertEquals(config.intervals() * config.pipeline().stepsPerInterval(), result.timesteps());
        assertEquals(
                config.intervals() * config.pipeline().numEnvs(),
                result.lagHistogram().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        return figures;
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
        List<Map<String, Double>> figures = run(config(more + " --total-timesteps 20000"));

        Map<String, Double> last = figures.get(figures.size() - 1);
        assertEquals(samples, last.get("samples_per_insert"), 0.02 * samples);
        List<Double> ages = figures.stream()
                .map(each -> each.get("sample_age_p50"))
                .filter(age -> !age.isNaN()) // an interval without an update has none
                .toList();
        assertTrue(!ages.isEmpty() && ages.stream().allMatch(age -> age > 0 && age < 21_000), ages::toString);
        assertTrue(last.get("insert_wait_seconds") >= 0 && last.get("lag_mean") >= 0, last::toString);
    }

    /** The least tolerance that is taken: nobody waits for ever. */
    @Test
    void shouldEndWithTheLeastTolerance() throws Exception {
        String more = "--executors 3 --sync-interval 4 --samples-per-insert 4 --batch-size 64 --total-timesteps 6000";
        assertThrows(ConfigurationException.class, () -> config(more + " --rate-tolerance 575"));

        List<Map<String, Double>> figures = run(config(more + " --rate-tolerance 576"));

        assertTrue(figures.get(figures.size() - 1).get("updates") > 0);
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
        RunControl control = new RunControl();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 30) {
                    control.requestStop();
                }
            }
        };
        TrainingResult result = new Trainer(config("--executors 2"), listener, control).run();
        assertTrue(result.stopped());
    }

    @ParameterizedTest
    @CsvSource({
        "dqn --async-batch 8, --async-batch 8: it must be --num-envs (16)",
        "dqn --samples-per-insert -1, --samples-per-insert -1.0: it must be in [0",
        "dqn --samples-per-insert 1e-12, --samples-per-insert 1.0E-12: it must be a fraction",
        "dqn --rate-tolerance 1, --rate-tolerance 1: it must be at least 576",
        "dqn --replay-shards 2, --replay-shards 2: it must be 1 under --schedule async",
        "ppo --samples-per-insert 4, --samples-per-insert",
    })
    void shouldRefuseWhatCannotBe(String arguments, String refusal) {
        String given = "--env CartPole-v1 --schedule async --algo " + arguments;
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> Hts.configure(given.split(" +")));
        assertTrue(refused.getMessage().contains(refusal), refused.getMessage());
    }
}
