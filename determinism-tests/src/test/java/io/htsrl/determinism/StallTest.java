package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.run.Trainer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run whose threads all wait for each other ends with a message; one in which somebody works goes on. */
@Tag("slow")
@Timeout(1800)
class StallTest {
    private static final Duration PATIENCE = Duration.ofMillis(600);

    private static RunConfig config(Schedule schedule, int actors, WaitMode wait) {
        RunConfig made = Runs.config("a2c", "CartPole-v1", 1, schedule, Runs.Threads.DEFAULT);
        return made.with(new PipelineConfig(schedule, 4, 8, actors, 2, 4, wait, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "HTS, 0, PHASED",
        "HTS, 2, BLOCKING",
        "HTS, 0, BUSY_SPIN",
        "HTS, 1, YIELDING",
        "HTS, 0, SLEEPING",
        "SYNC, 0, PHASED",
        "SYNC, 2, BLOCKING",
        "ASYNC, 0, PHASED",
        "ASYNC, 2, BLOCKING"
    })
    void shouldEndARunWhoseStatesGetLost(Schedule schedule, int actors, WaitMode wait) {
        Trainer trainer = new Trainer(
                config(schedule, actors, wait),
                Attachments.none().with(BrokenParts.losingStates(200)).with(PATIENCE));
        TrainingFailedException failed = assertThrows(TrainingFailedException.class, trainer::run);
        assertEquals("run", failed.role());
        String message = failed.getMessage();
        String learner = schedule == Schedule.ASYNC ? "learner (wait for rollouts)" : "learner (wait at barrier)";
        for (String part : List.of(
                "no thread has made progress for 0.6 s",
                "executor-0 (wait for actions)",
                "executor-1 (wait for actions)",
                learner,
                actors > 0 ? "actor-0 (wait for states)" : "")) {
            assertTrue(message.contains(part), message);
        }
        Set<String> stacks = Stream.of(failed.getCause().getCause().getSuppressed())
                .map(stack -> stack.getMessage().replaceFirst(":.*", ""))
                .collect(Collectors.toSet());
        assertEquals(3 + actors, stacks.size(), stacks::toString);
    }

    @Test
    void shouldSaySoOnTheCommandLineWithTheStacks(@TempDir Path parent) throws Exception {
        StringWriter err = new StringWriter();
        Path folder = parent.resolve("run");
        int code = Hts.commandLine((config, attached) -> new Trainer(
                                config,
                                attached.with(BrokenParts.losingStates(100)).with(PATIENCE))
                        .run())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(
                        "train",
                        "--algo",
                        "a2c",
                        "--env",
                        "CartPole-v1",
                        "--num-envs",
                        "2",
                        "--executors",
                        "2",
                        "--num-steps",
                        "4",
                        "--total-timesteps",
                        "800",
                        "--run-dir",
                        folder.toString());
        assertEquals(1, code, err::toString);
        assertEquals(
                1,
                err.toString().lines().filter(line -> line.startsWith("error:")).count(),
                err::toString);
        for (String part : List.of(
                "error: run failed: no thread has made progress",
                "executor-1: wait for actions",
                "ExecutorWorker.serveOrWait",
                "learner: wait at barrier",
                "SwapBarrier.await")) {
            assertTrue(err.toString().contains(part), () -> part + " is not in " + err);
        }
        assertTrue(Files.readString(folder.resolve("summary.json")).contains("no thread has made progress"));
    }

    /** Whether all threads of a run but the calling one are asleep or gone. */
    private static boolean othersRest() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread != Thread.currentThread() && thread.getName().matches("(executor|actor)-[0-9]+|learner"))
                .allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTOR_STEP, HTS, 0",
        "ACTOR_BATCH, HTS, 1",
        "LEARNER_UPDATE, HTS, 0",
        "SWAP, HTS, 0",
        "EXECUTOR_STEP, SYNC, 1",
        "LEARNER_UPDATE, SYNC, 0",
        "SWAP, SYNC, 2",
        "EXECUTOR_STEP, ASYNC, 0",
        "ACTOR_BATCH, ASYNC, 1",
        "LEARNER_UPDATE, ASYNC, 0",
        "LEARNER_UPDATE, SERIAL, 0"
    })
    void shouldNeverTakeSlowWorkForAStall(Perturbation.Point slow, Schedule schedule, int actors) throws Exception {
        RunControl control = new RunControl();
        AtomicBoolean held = new AtomicBoolean();
        AtomicBoolean flagged = new AtomicBoolean();
        Perturbation holding = (point, index) -> {
            if (point == slow && held.compareAndSet(false, true)) {
                while (!othersRest() && !control.aborted()) {
                    Thread.onSpinWait();
                }
                for (int look = 0; look < 1000; look++) {
                    flagged.compareAndSet(false, !control.waits().all().isEmpty());
                }
            }
        };
        RunConfig config = schedule == Schedule.SERIAL
                ? Runs.config("a2c", "CartPole-v1", 1, schedule, Runs.Threads.DEFAULT)
                : config(schedule, actors, WaitMode.BLOCKING);
        new Trainer(config, Attachments.none().with(control).with(holding)).run();
        assertTrue(held.get());
        assertTrue(!flagged.get(), "work at " + slow + " was taken for a wait");
    }
}
