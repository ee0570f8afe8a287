package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.PipelineConfigBuilder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.determinism.verify.Delays;
import io.htsrl.trainer.adapt.ThreadController;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 6 under {@code --adapt}: whoever serves in which interval, the digest is the serial oracle's. */
@Timeout(1800)
class AdaptTest {
    private static final List<WaitMode> WAITS = List.of(WaitMode.PHASED, WaitMode.BLOCKING, WaitMode.SLEEPING);

    /** Other thread settings at each swap. */
    private static ThreadController erratic(long seed, ThreadBounds bounds) {
        Random random = new Random(seed);
        return (now, nanos, steps) -> new ThreadSettings(
                1 + random.nextInt(bounds.executors()),
                random.nextInt(bounds.actors() + 1),
                bounds.lockstep() ? bounds.batch() : 1 + random.nextInt(bounds.batch()),
                WAITS.get(random.nextInt(WAITS.size())));
    }

    private static Components controlled(ThreadController.Maker controller) {
        return new Components() {
            @Override
            public ThreadController.Maker threadController(ThreadController.Maker made, RunConfig config) {
                return controller;
            }
        };
    }

    private static RunConfig adapting(RunConfig config) {
        return config.with(
                PipelineConfigBuilder.builder(config.pipeline()).adapt(true).build());
    }

    private static TrainingResult run(RunConfig config, Attachments attachments) {
        try {
            return new Trainer(config, attachments).run();
        } catch (TrainingFailedException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Threads threads(Random random) {
        return new Threads(
                random.nextInt(5),
                1 + random.nextInt(Runs.ENVIRONMENTS),
                1 + random.nextInt(Runs.ENVIRONMENTS),
                WAITS.get(random.nextInt(WAITS.size())));
    }

    private static void shouldGiveTheDigestOfFixedThreads(String algorithm, Schedule schedule, long seed) {
        Random random = new Random(seed);
        Threads threads = threads(random);
        Perturbation delays = random.nextBoolean()
                ? Delays.jitter(seed, EnumSet.allOf(Perturbation.Point.class), 0.02, 300_000)
                : Perturbation.NONE;
        List<AdaptationRecord> told = new ArrayList<>();
        RunConfig config = Runs.config(algorithm, "CartPole-v1", 1, schedule, threads);
        TrainingResult adapted = run(
                adapting(config),
                Attachments.none()
                        .with(controlled(bounds -> erratic(seed, bounds)))
                        .with(delays)
                        .with(new TrainingListener() {
                            @Override
                            public void onAdaptation(AdaptationRecord adaptation) {
                                told.add(adaptation);
                            }
                        }));

        Schedule oracle = schedule == Schedule.HTS ? Schedule.SERIAL : schedule;
        assertEquals(
                Runs.run(algorithm, 1, oracle, Threads.DEFAULT).digest(),
                adapted.digest(),
                algorithm + " " + seed + " from " + threads);
        assertTrue(told.size() > Runs.INTERVALS / 2, "it has changed at most swaps: " + told.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldGiveTheSerialDigestWhoeverServes(String algorithm) {
        LongStream.range(0, 4).forEach(seed -> shouldGiveTheDigestOfFixedThreads(algorithm, Schedule.HTS, seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldGiveTheSameDigestUnderSyncToo(long seed) {
        shouldGiveTheDigestOfFixedThreads("ppo", Schedule.SYNC, seed);
    }

    static Stream<Long> manySeeds() {
        return LongStream.range(100, Boolean.getBoolean("hts.long") ? 200 : 115).boxed();
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("manySeeds")
    void shouldGiveTheSerialDigestOfManyRandomConfigurations(long seed) {
        String algorithm = List.of("a2c", "ppo", "dqn").get((int) (seed % 3));
        shouldGiveTheDigestOfFixedThreads(algorithm, seed % 5 == 0 ? Schedule.SYNC : Schedule.HTS, seed);
    }

    @Test
    void shouldStopBetweenTwoAssignments() {
        RunConfig config = adapting(Runs.config("a2c", "CartPole-v1", 1, Schedule.HTS, Threads.DEFAULT));
        RunControl control = new RunControl();
        AtomicInteger swaps = new AtomicInteger();
        TrainingResult stopped = run(config, Attachments.none().with(control).with(controlled(bounds -> {
            ThreadController erratic = erratic(5, bounds);
            return (now, nanos, steps) -> {
                if (swaps.incrementAndGet() == 4) {
                    control.requestStop();
                }
                return erratic.next(now, nanos, steps);
            };
        })));

        assertTrue(stopped.stopped());
        assertEquals(5 * Runs.ENVIRONMENTS * Runs.INTERVAL, stopped.timesteps());
    }

    /** All but one executor and all actors are parked when the run fails. */
    @ParameterizedTest
    @ValueSource(strings = {"LEARNER_UPDATE", "EXECUTOR_STEP", "SWAP"})
    void shouldEndEveryParkedThreadWithAFailure(String where) {
        Perturbation.Point point = Perturbation.Point.valueOf(where);
        RunConfig config =
                adapting(Runs.config("a2c", "CartPole-v1", 1, Schedule.HTS, new Threads(3, 8, 16, WaitMode.PHASED)));
        AtomicInteger swaps = new AtomicInteger();
        Perturbation broken = (at, index) -> {
            if (at == point && swaps.get() >= 3) {
                throw new IllegalStateException("broken");
            }
        };
        Trainer trainer =
                new Trainer(config, Attachments.none().with(broken).with(controlled(bounds -> (now, nanos, steps) -> {
                    swaps.incrementAndGet();
                    return new ThreadSettings(1, 0, 16, WaitMode.PHASED);
                })));

        TrainingFailedException failed = assertThrows(TrainingFailedException.class, trainer::run);
        assertTrue(failed.getMessage().contains("broken"), failed.getMessage());
    }

    @Test
    void shouldFailWhenTheControllerDoes() {
        RunConfig config =
                adapting(Runs.config("a2c", "CartPole-v1", 1, Schedule.HTS, new Threads(2, 2, 16, WaitMode.PHASED)));
        Trainer trainer = new Trainer(config, Attachments.none().with(controlled(bounds -> (now, nanos, steps) -> {
            throw new IllegalStateException("no idea");
        })));

        TrainingFailedException failed = assertThrows(TrainingFailedException.class, trainer::run);
        assertTrue(failed.getMessage().contains("no idea"), failed.getMessage());
    }

    /** Checkpoints lie between two thread settings, and a resumed run has other settings than before. */
    @ParameterizedTest
    @ValueSource(strings = {"a2c", "dqn"})
    void shouldGoOnFromEveryCheckpointWhoeverServes(String algorithm, @TempDir Path folder) throws Exception {
        RunConfig config = adapting(Runs.config(algorithm, "CartPole-v1", 1, Schedule.HTS, Threads.DEFAULT));
        String whole = run(
                        config,
                        Attachments.none()
                                .with(controlled(bounds -> erratic(7, bounds)))
                                .with(plan(folder, 2, null)))
                .digest();
        assertEquals(Runs.run(algorithm, 1, Schedule.SERIAL, Threads.DEFAULT).digest(), whole);
        for (Path path : new CheckpointFolder(folder, 100).list()) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                TrainingResult resumed = run(
                        config,
                        Attachments.none()
                                .with(controlled(bounds -> erratic(8, bounds)))
                                .with(plan(folder, 0, checkpoint)));
                assertEquals(whole, resumed.digest(), path.toString());
            }
        }
    }

    private static CheckpointPlan plan(Path folder, long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, 100, from);
    }

    @Test
    void shouldLeaveOutWhatOneThreadCannotAdapt() {
        PipelineConfig serial = new PipelineConfig(Schedule.SERIAL, 4, 8, 0, 1, 4, WaitMode.PHASED, 1);
        assertEquals(serial, PipelineConfigBuilder.builder(serial).adapt(true).build());
    }
}
