package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant 8: the first failure of any worker ends every wait, with its role and its cause; a stop ends whole. */
@Timeout(1800)
@Tag("slow")
class FailureTest {

    @ParameterizedTest
    @CsvSource({
        "EXECUTOR_STEP, HTS, executor, 0",
        "ACTOR_BATCH, HTS, actor, 2",
        "LEARNER_UPDATE, HTS, learner, 1",
        "EXECUTOR_STEP, SYNC, executor, 0",
        "ACTOR_BATCH, SYNC, actor, 2",
        "LEARNER_UPDATE, SYNC, learner, 1",
        "EXECUTOR_STEP, HTS, executor, 2",
        "ACTOR_BATCH, HTS, executor, 0",
        "SWAP, HTS, '', 2",
        "LEARNER_UPDATE, SERIAL, serial, 0",
        "EXECUTOR_STEP, ASYNC, executor, 0",
        "ACTOR_BATCH, ASYNC, actor, 2",
        "LEARNER_UPDATE, ASYNC, learner, 1",
        "EXECUTOR_STEP, ASYNC, executor, 2",
        "ACTOR_BATCH, ASYNC, executor, 0",
        "LEARNER_UPDATE, ASYNC, learner, 0"
    })
    void shouldEndTheRunWithTheRoleAndTheCause(Perturbation.Point where, Schedule schedule, String role, int actors) {
        IllegalStateException cause = new IllegalStateException("for the test");
        AtomicInteger passages = new AtomicInteger();
        Perturbation failing = (point, index) -> {
            if (point == where && passages.incrementAndGet() == 3) {
                throw cause;
            }
        };
        Threads threads = new Threads(actors, schedule == Schedule.SERIAL ? 1 : 4, 3, WaitMode.PHASED);
        Trainer trainer = new Trainer(
                Runs.config("ppo", "CartPole-v1", 1, schedule, threads),
                Attachments.none().with(failing));
        TrainingFailedException failed = assertThrows(TrainingFailedException.class, trainer::run);
        assertTrue(failed.role().startsWith(role), failed.role());
        assertSame(cause, failed.getCause());
    }

    @ParameterizedTest
    @EnumSource(
            value = Schedule.class,
            names = {"HTS", "ASYNC"})
    void shouldEndTheRunWhenTheListenerFails(Schedule schedule) {
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                throw new IllegalStateException("disk full, for the test");
            }
        };
        Trainer trainer = new Trainer(
                Runs.config("a2c", "CartPole-v1", 1, schedule, Threads.DEFAULT), listener, new RunControl());
        TrainingFailedException failed = assertThrows(TrainingFailedException.class, trainer::run);
        assertTrue(failed.getMessage().contains("disk full"), failed.getMessage());
    }

    /** A stopped run is the beginning of the whole one: its intervals have the same digests. */
    @ParameterizedTest
    @CsvSource({"HTS", "SYNC", "SERIAL"})
    void shouldStopWholeAtASwap(Schedule schedule) throws Exception {
        RunControl control = new RunControl();
        StringBuilder stopped = new StringBuilder();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                stopped.append(report.interval()).append(report.digest()).append('\n');
                if (report.interval() == 3) {
                    control.requestStop();
                }
            }
        };
        StringBuilder whole = new StringBuilder();
        TrainingListener all = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                whole.append(report.interval()).append(report.digest()).append('\n');
            }
        };
        TrainingResult early =
                new Trainer(Runs.config("ppo", "CartPole-v1", 1, schedule, Threads.DEFAULT), listener, control).run();
        new Trainer(Runs.config("ppo", "CartPole-v1", 1, schedule, Threads.DEFAULT), all, new RunControl()).run();
        assertTrue(early.stopped());
        assertTrue(early.timesteps() >= 4 * 256 && early.timesteps() < 12 * 256, "steps " + early.timesteps());
        assertEquals(whole.substring(0, stopped.length()), stopped.toString());
    }
}
