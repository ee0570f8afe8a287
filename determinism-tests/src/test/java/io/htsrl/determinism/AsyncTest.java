package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.PipelineConfigBuilder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code async} schedule: no bits are promised, but that every step is learnt from once, and what was acted by. */
@Timeout(1800)
@Tag("slow")
class AsyncTest {
    private static final int STEPS = 16;

    private static RunConfig config(String algorithm, Threads threads, AsyncConfig async) {
        return config(algorithm, "CartPole-v1", threads, async);
    }

    private static RunConfig config(String algorithm, String environment, Threads threads, AsyncConfig async) {
        RunConfig made = Runs.config(algorithm, environment, 1, Schedule.ASYNC, threads);
        return PlainRuns.of(
                made.env(),
                made.envOptions(),
                made.stepTime(),
                made.seed(),
                made.totalTimesteps(),
                PipelineConfigBuilder.builder(made.pipeline()).async(async).build(),
                made.network(),
                made.algorithm());
    }

    private static AsyncConfig async(AsyncConfig.Freshness freshness, int batch, int queue) {
        return new AsyncConfig(freshness, AsyncConfig.Correction.VTRACE, batch, queue);
    }

    @ParameterizedTest
    @CsvSource({
        "a2c, 0, 1, 16, ROLLOUT, 16, 64", "ppo, 0, 4, 16, ROLLOUT, 16, 64", "a2c, 1, 1, 16, ROLLOUT, 16, 16",
        "a2c, 2, 3, 4, ROLLOUT, 16, 16", "ppo, 4, 16, 1, ROLLOUT, 16, 20", "a2c, 0, 16, 16, ROLLOUT, 1, 1",
        "a2c, 0, 3, 5, ROLLOUT, 1, 500", "a2c, 1, 2, 16, ROLLOUT, 48, 48", "a2c, 0, 2, 16, STEP, 16, 64",
        "ppo, 2, 4, 3, STEP, 4, 7"
    })
    void shouldLearnFromEveryStepOnceActedByTheVersionItSays(
            String algorithm,
            int actors,
            int executors,
            int actorBatch,
            AsyncConfig.Freshness freshness,
            int batch,
            int queue)
            throws Exception {
        RunConfig config = config(
                algorithm, new Threads(actors, executors, actorBatch, WaitMode.PHASED), async(freshness, batch, queue));
        RunWitness witness = new RunWitness(config, freshness == AsyncConfig.Freshness.ROLLOUT);

        TrainingResult result = new Trainer(config, Attachments.none().with(witness)).run();

        witness.assertComplete();
        assertEquals(config.totalTimesteps(), result.timesteps());
        assertFalse(result.stopped());
        assertEquals(
                config.totalTimesteps() / STEPS,
                result.lagHistogram().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        assertTrue(result.lagMin() >= 0);
    }

    /** V-trace weighs log-probabilities, whatever they are of. */
    @ParameterizedTest
    @CsvSource({"a2c, Pendulum-v1", "ppo, MatchBox-v0", "a2c, MatchChoices-v0"})
    void shouldCorrectItsLagForEveryKindOfAction(String algorithm, String environment) throws Exception {
        Threads threads = new Threads(1, 2, 16, WaitMode.PHASED);
        RunConfig config = config(algorithm, environment, threads, async(AsyncConfig.Freshness.ROLLOUT, 16, 64));
        RunWitness witness = new RunWitness(config, true);
        List<Double> weights = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                weights.add(report.losses().get("rho_mean"));
            }
        };

        new Trainer(config, Attachments.none().with(listener).with(witness)).run();

        witness.assertComplete();
        assertFalse(weights.isEmpty());
        assertTrue(weights.stream().allMatch(weight -> weight > 0.5 && weight <= 1), weights::toString);
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldRunInEveryWaitMode(WaitMode mode) throws Exception {
        RunConfig config = config("a2c", new Threads(1, 2, 16, mode), null);
        RunWitness witness = new RunWitness(config, true);

        new Trainer(config, Attachments.none().with(witness)).run();

        witness.assertComplete();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo"})
    void shouldTellTheWeightsOnlyWhereItCorrects(String algorithm) throws Exception {
        for (AsyncConfig.Correction correction : AsyncConfig.Correction.values()) {
            AtomicReference<Map<String, Double>> last = new AtomicReference<>();
            TrainingListener listener = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    last.set(report.losses());
                }
            };
            new Trainer(
                            config(
                                    algorithm,
                                    Threads.DEFAULT,
                                    new AsyncConfig(AsyncConfig.Freshness.ROLLOUT, correction, 16, 64)),
                            listener,
                            new RunControl())
                    .run();
            assertTrue(last.get().containsKey("lag_mean") && last.get().containsKey("queue_lag_mean"));
            assertEquals(correction == AsyncConfig.Correction.VTRACE, last.get().containsKey("rho_mean"));
        }
    }

    /** While the learner stands still, executors fill all columns and then sleep; afterwards all go on. */
    @ParameterizedTest
    @CsvSource({"1, 1", "16, 16", "16, 50"})
    void shouldWaitForTheLearnerWhenTheQueueIsFullAndGoOnAfterwards(int batch, int queue) throws Exception {
        int room = Runs.ENVIRONMENTS + (Runs.ENVIRONMENTS + queue + batch) * STEPS; // with each environment's beginning
        AtomicInteger steps = new AtomicInteger();
        AtomicReference<Thread> executor = new AtomicReference<>();
        CountDownLatch full = new CountDownLatch(1);
        AtomicInteger whenAsleep = new AtomicInteger();
        Perturbation standing = (point, index) -> {
            if (point == Perturbation.Point.EXECUTOR_STEP && steps.incrementAndGet() == room) {
                executor.set(Thread.currentThread());
                full.countDown();
            } else if (point == Perturbation.Point.LEARNER_UPDATE && index == 0) {
                Runs.await(full);
                while (executor.get().getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                whenAsleep.set(steps.get());
            }
        };
        RunConfig config = config("a2c", Threads.DEFAULT, async(AsyncConfig.Freshness.ROLLOUT, batch, queue));
        RunWitness witness = new RunWitness(config, true);

        new Trainer(config, Attachments.none().with(standing).with(witness)).run();

        assertEquals(room, whenAsleep.get());
        witness.assertComplete();
    }

    /** A learner that consumes rollouts one by one, the executors far ahead: the lag of each is known. */
    @Test
    void shouldMeasureTheLagOfEachRollout() throws Exception {
        int queue = 32;
        RunConfig config = config("a2c", Threads.DEFAULT, async(AsyncConfig.Freshness.ROLLOUT, 1, queue));
        int room = Runs.ENVIRONMENTS + (Runs.ENVIRONMENTS + queue + 1) * STEPS;
        AtomicInteger steps = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(1);
        Perturbation standing = (point, index) -> {
            if (point == Perturbation.Point.EXECUTOR_STEP && steps.incrementAndGet() == room) {
                full.countDown();
            } else if (point == Perturbation.Point.LEARNER_UPDATE && index == 0) {
                Runs.await(full);
            }
        };
        StringBuilder lags = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() <= queue) { // all begun before the first update
                    lags.append(report.lag()).append(' ');
                    expected.append(report.interval()).append(' ');
                }
            }
        };

        TrainingResult result =
                new Trainer(config, Attachments.none().with(standing).with(listener)).run();

        assertEquals(expected.toString(), lags.toString());
        assertTrue(
                result.lagHistogram().get(0) >= 1 && result.lagMax() >= queue,
                result.lagHistogram().toString());
    }

    @ParameterizedTest
    @CsvSource({"HTS, 1, 192", "SYNC, 0, 192"})
    void shouldCountTheRolloutsOfTheOtherSchedulesToo(Schedule schedule, int lag, long rollouts) {
        assertEquals(
                Map.of(lag, rollouts),
                Runs.run("a2c", 1, schedule, Threads.DEFAULT).lagHistogram());
    }

    @Test
    void shouldStopWholeAfterTheUpdateUnderWay() throws Exception {
        RunControl control = new RunControl();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 3) {
                    control.requestStop();
                }
            }
        };
        RunConfig config = config("ppo", Threads.DEFAULT, null);

        TrainingResult result = new Trainer(config, listener, control).run();

        assertTrue(result.stopped());
        assertEquals(4L * config.pipeline().stepsPerInterval(), result.timesteps());
    }

    @Test
    void shouldReportEpisodesWithTheirEnvironmentsInTheOrderOfLearning() throws Exception {
        long[] steps = new long[Runs.ENVIRONMENTS];
        TrainingListener listener = new TrainingListener() {
            private long timestep;

            @Override
            public void onEpisode(EpisodeRecord episode) {
                assertTrue(episode.timestep() > timestep);
                timestep = episode.timestep();
                steps[episode.environment()] += episode.length();
                assertEquals(episode.length(), episode.ret(), "CartPole pays 1 for each step");
            }
        };

        TrainingResult result = new Trainer(
                        config("a2c", new Threads(0, 4, 16, WaitMode.PHASED), null), listener, new RunControl())
                .run();

        long ended = 0;
        for (long step : steps) {
            ended += step;
        }
        assertTrue(ended > 0 && ended <= result.timesteps());
    }

    @Test
    void shouldRefuseCheckpoints() {
        CheckpointPlan plan = CheckpointPlan.of(Path.of("."), 1, 1, null);

        assertThrows(
                ConfigurationException.class,
                () -> new Trainer(
                        config("a2c", Threads.DEFAULT, null), Attachments.none().with(plan)));
    }

    /** A random policy's mean return is about 22. By turns, so that what is learnt is the same every time. */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"a2c, rollout, vtrace", "a2c, step, none", "ppo, rollout, vtrace", "ppo, rollout, none"})
    void shouldLearnToBalanceThePole(String algorithm, String params, String correction) throws Exception {
        RunConfig config = Hts.configure(
                "--algo",
                algorithm,
                "--env",
                "CartPole-v1",
                "--schedule",
                "async",
                "--async-params",
                params,
                "--async-correction",
                correction,
                "--total-timesteps",
                "60000");

        TrainingResult result = byTurns(config);

        assertTrue(result.lagMax() >= 1, "nothing was learnt from older parameters");
        assertTrue(result.meanReturn100() > 50, "mean return " + result.meanReturn100());
    }

    private static TrainingResult byTurns(RunConfig config) throws Exception {
        Turns turns = new Turns(config, 1);
        return new Trainer(config, Attachments.none().with((Perturbation) turns).with((TrainingListener) turns)).run();
    }

    /** What {@link Turns} are relied on for. */
    @ParameterizedTest
    @CsvSource({"a2c, ROLLOUT", "a2c, STEP", "ppo, ROLLOUT"})
    void shouldBeTheSameRunAgainWhereTurnsAreTaken(String algorithm, AsyncConfig.Freshness freshness) throws Exception {
        RunConfig config = config(algorithm, Threads.DEFAULT, async(freshness, 16, 64));

        TrainingResult first = byTurns(config);

        for (int again = 0; again < 3; again++) {
            assertEquals(first.digest(), byTurns(config).digest());
        }
    }
}
