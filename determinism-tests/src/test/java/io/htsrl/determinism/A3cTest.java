package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code a3c} schedule: no bits are promised, but with one worker, and that every update is applied once. */
@Timeout(1800)
@Tag("slow")
class A3cTest {
    private static final int OTHERS = 3;

    private static RunConfig config(String environment, Schedule schedule, int workers) {
        Threads threads = new Threads(0, workers, Runs.ENVIRONMENTS, WaitMode.PHASED);
        return Runs.config("a2c", environment, 1, schedule, threads);
    }

    /** One worker has nobody's updates between its copy and its own: that is classic A2C. */
    @ParameterizedTest
    @ValueSource(strings = {"CartPole-v1", "Pendulum-v1", "MatchBox-v0", "MinAtar/Breakout-v1"})
    void shouldHaveTheBitsOfSyncWithOneWorker(String environment) throws Exception {
        TrainingResult alone =
                new Trainer(config(environment, Schedule.A3C, 1), TrainingListener.NONE, new RunControl()).run();
        TrainingResult sync =
                new Trainer(config(environment, Schedule.SYNC, 1), TrainingListener.NONE, new RunControl()).run();

        assertEquals(sync.parameterDigest(), alone.parameterDigest());
        assertEquals(sync.digest(), alone.digest());
        assertEquals(sync.lagHistogram(), alone.lagHistogram());
    }

    /** Counts the updates of all learners. */
    private static Components counting(AtomicInteger updates) {
        return new Components() {
            @Override
            public Learner learner(Learner made, RunConfig config) {
                return new DelegatingLearner(made) {
                    @Override
                    public Map<String, Double> update(
                            StorageBank bank, float[] behaviour, float[] parameters, long update) {
                        updates.incrementAndGet();
                        return super.update(bank, behaviour, parameters, update);
                    }
                };
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 16})
    void shouldApplyEveryPlannedUpdateOnce(int workers) throws Exception {
        RunConfig config = config("CartPole-v1", Schedule.A3C, workers);
        AtomicInteger updates = new AtomicInteger();
        int[] rollouts = new int[Runs.ENVIRONMENTS];
        float[][] before = new float[Runs.ENVIRONMENTS][];
        IntervalObserver observer = new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
                assertEquals(updates(), interval);
                for (int column = 0; column < bank.shape().environments(); column++) {
                    int environment = bank.environment(column);
                    float[] first = observation(bank, 0, column);
                    if (rollouts[environment]++ > 0) {
                        assertEquals(before[environment][0], first[0], "a rollout begins where the last one ended");
                    }
                    before[environment] = observation(bank, bank.shape().steps(), column);
                }
            }

            private long updates() {
                int all = 0;
                for (int of : rollouts) {
                    all += of;
                }
                return all * (long) workers / Runs.ENVIRONMENTS;
            }
        };

        TrainingResult result =
                new Trainer(config, Attachments.none().with(counting(updates)).with(observer)).run();

        assertEquals((long) Runs.INTERVALS * workers, updates.get());
        assertEquals(config.totalTimesteps(), result.timesteps());
        assertEquals(
                Runs.INTERVALS * Runs.ENVIRONMENTS,
                result.lagHistogram().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        for (float parameter : result.parameters()) {
            assertTrue(Float.isFinite(parameter));
        }
    }

    private static float[] observation(StorageBank bank, int step, int column) {
        return new float[] {bank.floatObservations()[bank.observationOffset(step, column)]};
    }

    /** A worker stands between its rollout and its update, while all other updates of the run are applied. */
    @Test
    void shouldCountTheUpdatesOfOthersBetweenCopyAndUpdate() throws Exception {
        RunConfig config = config("CartPole-v1", Schedule.A3C, 1 + OTHERS);
        int updates = (int) config.intervals();
        CountDownLatch standing = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(updates - 1);
        Perturbation order = (point, index) -> {
            if (point == Perturbation.Point.LEARNER_UPDATE && index == 0) {
                standing.countDown();
                Runs.await(others);
            } else if (point == Perturbation.Point.LEARNER_UPDATE) {
                Runs.await(standing);
            }
        };
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                others.countDown();
            }
        };

        TrainingResult result =
                new Trainer(config, Attachments.none().with(order).with(listener)).run();

        assertEquals(updates - 1, result.lagMax());
        assertEquals((long) config.pipeline().columns(), result.lagHistogram().get(updates - 1));
    }

    @Test
    void shouldStopAfterTheUpdatesUnderWay() throws Exception {
        RunControl control = new RunControl();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 3) {
                    control.requestStop();
                }
            }
        };
        RunConfig config = config("CartPole-v1", Schedule.A3C, 4);

        TrainingResult result = new Trainer(config, listener, control).run();

        long updates = result.timesteps() / config.pipeline().stepsPerInterval();
        assertTrue(result.stopped());
        assertTrue(updates >= 4 && updates < 4 + 4, () -> updates + " updates");
    }

    @ParameterizedTest
    @CsvSource({"EXECUTOR_STEP, 5", "LEARNER_UPDATE, 7"})
    void shouldEndAllWorkersWhenOneFails(Perturbation.Point where, long index) {
        Perturbation failing = (point, at) -> {
            if (point == where && at == index) {
                throw new IllegalStateException("on purpose");
            }
        };

        TrainingFailedException failure = assertThrows(
                TrainingFailedException.class,
                () -> new Trainer(
                                config("CartPole-v1", Schedule.A3C, 4),
                                Attachments.none().with(failing))
                        .run());

        assertTrue(failure.getMessage().contains("worker-"), failure.getMessage());
    }
}
