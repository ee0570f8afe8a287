package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.TraceFile;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The timeline of whole runs: it changes no bit, accounts for all of their time, and shows what overlaps. */
@Timeout(1800)
@Tag("slow")
class TraceTest {
    @TempDir
    Path folder;

    private record Traced(TrainingResult result, Trace trace, long nanos) {}

    private Traced traced(Schedule schedule, Runs.Threads threads, Perturbation perturbation) throws Exception {
        Timeline timeline = new Timeline(1 << 20);
        TrainingResult result = new Trainer(
                        Runs.config("a2c", "CartPole-v1", 1, schedule, threads),
                        Attachments.none().with(perturbation).with(timeline))
                .run();
        long nanos = System.nanoTime() - timeline.origin();
        TraceFile.write(folder.resolve("trace.json"), timeline, Map.of());
        return new Traced(result, Trace.read(folder.resolve("trace.json")), nanos);
    }

    private static Runs.Threads threads(int actors, int executors) {
        return new Runs.Threads(actors, executors, Runs.ENVIRONMENTS, WaitMode.PHASED);
    }

    @ParameterizedTest
    @CsvSource({"HTS, 0, 1", "HTS, 0, 3", "HTS, 2, 3", "SYNC, 0, 1", "SYNC, 2, 3", "SERIAL, 0, 1"})
    void shouldAccountForARunWithoutChangingIt(Schedule schedule, int actors, int executors) throws Exception {
        Traced traced = traced(schedule, threads(actors, executors), Perturbation.NONE);
        Trace trace = traced.trace();
        TrainingResult result = traced.result();

        assertEquals(Runs.run("a2c", 1, schedule, Runs.Threads.DEFAULT).digest(), result.digest());
        assertTrue(trace.spans().stream().allMatch(span -> span.end() <= traced.nanos()));
        assertNoThreadDoesTwoThingsAtOnce(trace);
        result.timeUse()
                .roles()
                .forEach((role, use) -> assertEquals(use.busySeconds() + use.waitSeconds(), trace.seconds(role), 1e-9));
        assertEquals(result.timesteps(), result.timeUse().states());
        assertEquals(Runs.INTERVALS, trace.named("learn").count());
        assertEquals(Runs.INTERVALS, trace.named("swap").count());
        assertEquals(Runs.INTERVALS, result.timeUse().intervals());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 3"})
    void shouldAccountForARunWithoutABarrier(int actors, int executors) throws Exception {
        Traced traced = traced(Schedule.ASYNC, threads(actors, executors), Perturbation.NONE);

        assertNoThreadDoesTwoThingsAtOnce(traced.trace());
        traced.result()
                .timeUse()
                .roles()
                .forEach((role, use) -> assertEquals(
                        use.busySeconds() + use.waitSeconds(), traced.trace().seconds(role), 1e-9));
        assertEquals(traced.result().timeUse().states(), traced.trace().sum("forward", "batch_size"));
        assertEquals(Runs.INTERVALS, traced.trace().named("learn").count());
        assertEquals(0, traced.trace().named("wait at barrier").count());
    }

    private static void assertNoThreadDoesTwoThingsAtOnce(Trace trace) {
        Map<String, Long> ends = new HashMap<>();
        for (Trace.Span span : trace.spans()) {
            assertTrue(span.begin() >= ends.getOrDefault(span.thread(), 0L), span::toString);
            ends.put(span.thread(), span.end());
        }
    }

    @ParameterizedTest
    @CsvSource({"HTS, 0, 3", "HTS, 2, 1", "SYNC, 0, 1", "SYNC, 1, 2"})
    void shouldTellOfEveryStepAndEveryBatch(Schedule schedule, int actors, int executors) throws Exception {
        Traced traced = traced(schedule, threads(actors, executors), Perturbation.NONE);

        assertEquals(traced.result().timesteps(), traced.trace().sum("step", "steps"));
        assertEquals(traced.result().timesteps(), traced.trace().sum("forward", "batch_size"));
        assertEquals(
                traced.result().timeUse().batches(),
                traced.trace().named("forward").count());
        if (schedule == Schedule.SYNC) {
            assertEquals(
                    Runs.ENVIRONMENTS, traced.result().timeUse().batchSizes().firstKey(), "lockstep");
        }
    }

    @Test
    void shouldTellOfTheOraclesRollouts() throws Exception {
        Traced traced = traced(Schedule.SERIAL, threads(0, 1), Perturbation.NONE);

        assertEquals(traced.result().timesteps(), traced.trace().sum("rollout", "steps"));
        assertEquals(
                Map.of(1, traced.result().timesteps()),
                traced.result().timeUse().batchSizes());
    }

    /** The first step of environment 0 in an interval, and the update meanwhile, go on when both are there. */
    private static final class Rendezvous implements Perturbation {
        private final CyclicBarrier both = new CyclicBarrier(2);
        private final int steps;
        private long passages;

        Rendezvous(int steps) {
            this.steps = steps;
        }

        @Override
        public void at(Point point, long index) {
            if (point == Point.LEARNER_UPDATE && index < Runs.INTERVALS - 1) {
                meet();
            } else if (point == Point.EXECUTOR_STEP && index == 0) {
                passages++; // the first is the reset
                if (passages > 1 + steps && (passages - 2) % steps == 0) {
                    meet();
                }
            }
        }

        private void meet() {
            try {
                both.await(5, TimeUnit.MINUTES);
            } catch (Exception e) {
                throw new IllegalStateException("rollout and learning do not overlap", e);
            }
        }
    }

    @Test
    void shouldShowLearningFromTheLastRolloutBesideTheNext() throws Exception {
        Trace trace = traced(Schedule.HTS, threads(0, 1), new Rendezvous(Runs.INTERVAL))
                .trace();

        for (Trace.Span learn : trace.named("learn").toList()) {
            long rollout = learn.arguments().get("rollout").asLong();
            assertEquals(rollout + 1, learn.interval());
            List<Trace.Span> beside =
                    trace.named("step").filter(learn::overlaps).toList();
            assertTrue(beside.stream().allMatch(step -> step.interval() == rollout + 1));
            assertEquals(rollout == Runs.INTERVALS - 1, beside.isEmpty(), "the last one is learnt from at the end");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 3"})
    void shouldShowNothingBesideLearningUnderSync(int actors, int executors) throws Exception {
        Trace trace = traced(Schedule.SYNC, threads(actors, executors), Perturbation.NONE)
                .trace();

        for (Trace.Span learn : trace.named("learn").toList()) {
            assertEquals(learn.interval(), learn.arguments().get("rollout").asLong());
            assertFalse(trace.named("step").anyMatch(learn::overlaps));
            assertFalse(trace.named("forward").anyMatch(learn::overlaps));
        }
    }
}
