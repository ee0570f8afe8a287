package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.remote.RemoteRuns.Threads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariant 8 while requests are under way: whatever fails or ends the run, nothing hangs. */
@Timeout(1800)
@Tag("slow")
class RemoteFailureTest {

    /** All combinations with {@code -Dhts.long=true}; else each schedule with executors that serve and with actors. */
    static Stream<Arguments> runs() {
        List<Threads> all = List.of(
                new Threads(0, 1, 6, WaitMode.PHASED),
                new Threads(2, 2, 3, WaitMode.BLOCKING),
                new Threads(0, 2, 1, WaitMode.SLEEPING),
                new Threads(1, 1, 6, WaitMode.YIELDING));
        return Stream.of(Schedule.HTS, Schedule.SYNC, Schedule.ASYNC).flatMap(schedule -> {
            List<Threads> some = Boolean.getBoolean("hts.long")
                    ? all
                    : schedule == Schedule.SYNC ? all.subList(0, 2) : all.subList(2, 4);
            return some.stream().map(threads -> Arguments.of(schedule, threads));
        });
    }

    private static RunConfig failing(Schedule schedule, Threads threads, String fault) {
        return RemoteRuns.config(
                "a2c", DistantEnvironments.NAME, Map.of("fault", fault, "request", "50"), schedule, threads);
    }

    private static String failure(RunConfig config) {
        Trainer trainer = new Trainer(config, Attachments.none());
        return assertThrows(TrainingFailedException.class, trainer::run).getMessage();
    }

    private static void assertContains(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), () -> part + " is not in " + text);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTellWhatARequestThrew(Schedule schedule, Threads threads) {
        assertContains(
                failure(failing(schedule, threads, "THROWS")),
                "(Distant-v0) threw in ",
                "in step ",
                "seed 0x",
                "java.lang.IllegalStateException: thrown far away");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTellWhatDied(Schedule schedule, Threads threads) {
        assertContains(
                failure(failing(schedule, threads, "DIES")),
                "(Distant-v0) died in ",
                "seed 0x",
                "): its process ended with exit code 139");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldEndWhenARequestIsNotAnsweredInTime(Schedule schedule, Threads threads) {
        // without all of them, async would come to its end
        RunConfig config = failing(schedule, threads, "NEVER_ANSWERS")
                .withEnvOptions(Map.of("fault", "NEVER_ANSWERS", "request", "50", "all", "true"));
        assertContains(
                failure(config.with(config.pipeline().withStepTimeout(Duration.ofMillis(200)))),
                "(Distant-v0) has not answered in step ",
                " of interval ",
                "seed 0x",
                " for ",
                " s; the limit is --step-timeout 200ms",
                "its process stands in step() of far_away.py, line 7");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL"})
    void shouldEndWhenTheOneThreadIsNotAnsweredInTime(Schedule schedule) {
        RunConfig config = failing(schedule, RemoteRuns.DEFAULT, "NEVER_ANSWERS");
        assertContains(
                failure(config.with(config.pipeline().withStepTimeout(Duration.ofMillis(200)))),
                "(Distant-v0) has been in step ",
                "its process stands in step() of far_away.py, line 7");
    }

    /** Aborts in the middle of things, with requests of others under way. */
    @ParameterizedTest
    @MethodSource("runs")
    void shouldEndAtOnceWhenItIsAborted(Schedule schedule, Threads threads) {
        RunControl control = new RunControl();
        AtomicInteger passages = new AtomicInteger();
        Perturbation aborting = (point, index) -> {
            if (point == Perturbation.Point.EXECUTOR_STEP && passages.incrementAndGet() == 100) {
                control.abort();
            }
        };
        Trainer trainer = new Trainer(
                RemoteRuns.distant("a2c", schedule, threads),
                Attachments.none().with(control).with(aborting));
        assertEquals(
                RunAbortedException.INSTANCE,
                assertThrows(TrainingFailedException.class, trainer::run).getCause());
    }

    private static boolean allSleep() {
        List<Thread> workers = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("executor-[0-9]+|learner"))
                .toList();
        return workers.size() == 2 && workers.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }

    /** All threads sleep until the environment answers, which is no stall; an abort wakes them. */
    @ParameterizedTest
    @EnumSource(names = {"PHASED", "BLOCKING"})
    void shouldBeWokenByAnAbort(WaitMode mode) throws Exception {
        RunControl control = new RunControl();
        Trainer trainer = new Trainer(
                failing(Schedule.HTS, new Threads(0, 1, 6, mode), "NEVER_ANSWERS"),
                Attachments.none().with(control));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            int before = DistantEnvironment.UNANSWERED.get();
            Future<?> run = threads.submit(() -> assertThrows(TrainingFailedException.class, trainer::run));
            while (DistantEnvironment.UNANSWERED.get() == before || !allSleep()) {
                assertFalse(run.isDone());
            }
            for (int look = 0; look < 1000; look++) {
                assertEquals(List.of(), control.waits().all());
            }
            control.abort();
            run.get();
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldEndWholeWhenItIsStopped(Schedule schedule, Threads threads) {
        RunControl control = new RunControl();
        TrainingListener stopping = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 2) {
                    control.requestStop();
                }
            }
        };
        TrainingResult result = RemoteRuns.run(
                RemoteRuns.distant("a2c", schedule, threads),
                Attachments.none().with(control).with(stopping));
        assertTrue(result.stopped());
    }
}
