package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.TrainingFailedException;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are killed: workers, and the JVM itself. */
@Tag("slow")
@Timeout(300)
@EnabledIf("io.htsrl.python.Python#there")
class KillTest {

    /** One that waits, one in the middle of steps, two that never come back from theirs. */
    @ParameterizedTest
    @CsvSource({"chain:Chain, 0", "odd:Quiet, 2000000000", "odd:Hangs, 50", "odd:HangsInC, 50"})
    void shouldLeaveNoWorkerWhenTheJvmIsKilled(String environment, String steps) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrphanMain.class.getName(),
                        environment,
                        steps)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> workers = new ArrayList<>();
        try (BufferedReader said = jvm.inputReader()) {
            for (String line = said.readLine(); !"ready".equals(line); line = said.readLine()) {
                ProcessHandle.of(Long.parseLong(line)).ifPresent(workers::add);
            }
        } finally {
            jvm.destroyForcibly();
        }
        assertFalse(workers.isEmpty());
        for (ProcessHandle worker : workers) {
            worker.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    /** All of this JVM: others than the run's have nothing to do. */
    private static void killWorkers() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void shouldEndAWorkerThatHasHadNothingToDoForAWhile() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        Python.plain("chain:Chain", Map.of("length", "77")).close();
        List<ProcessHandle> workers = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .toList();
        assertFalse(workers.isEmpty());
        for (ProcessHandle worker : workers) {
            worker.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 8})
    void shouldNameTheWorkerThatWasKilled(long interval) {
        Training training = Training.of("a2c", "gym:odd:Slow")
                .set("python", Python.PLAIN)
                .set("python-workers", 1)
                .set("num-envs", 4)
                .set("executors", 2)
                .timesteps(1_000_000)
                .onInterval(report -> {
                    if (report.interval() == interval) {
                        killWorkers();
                    }
                });
        TrainingFailedException e = assertThrows(TrainingFailedException.class, training::run);
        assertTrue(
                e.getMessage()
                        .matches(
                                "(?s)executor-\\d failed: environment \\d \\(gym:odd:Slow\\) .* in step \\d+ of "
                                        + "interval \\d+ .*its worker process \\d+ was killed by SIGKILL \\(exit code 137\\).*"),
                e.getMessage());
    }

    /** All of the process are made again, in another. */
    @Test
    void shouldGoOnWithoutTheWorkerThatWasKilledWhereThatIsWanted() throws Exception {
        Training training = Training.of("a2c", "gym:odd:Slow")
                .set("python", Python.PLAIN)
                .set("python-workers", 1)
                .set("num-envs", 4)
                .set("restart-environments", true)
                .timesteps(1280)
                .onInterval(report -> {
                    if (report.interval() == 3) {
                        killWorkers();
                    }
                });
        assertEquals(1280, training.run().result().orElseThrow().timesteps());
    }

    @Test
    void shouldSayWhereAnEnvironmentHangs() throws Exception {
        Training training = Training.of("a2c", "gym:odd:Hangs")
                .set("python", Python.PLAIN)
                .set("num-envs", 2)
                .set("step-timeout", "2s")
                .timesteps(1_000_000);
        TrainingFailedException e = assertThrows(TrainingFailedException.class, training::run);
        assertTrue(e.getMessage().contains("environment "), e.getMessage());
        assertTrue(e.getMessage().contains("where_it_hangs"), e.getMessage());
        Matcher worker = Pattern.compile("its worker process is (\\d+)").matcher(e.getMessage());
        assertTrue(worker.find(), e.getMessage());
        Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(worker.group(1)));
        if (left.isPresent()) {
            left.get().onExit().get(1, TimeUnit.MINUTES); // it does not wait for the end of the JVM
        }
    }

    /** Those before it in their worker have taken their steps, those behind it wait. */
    @Test
    void shouldNameTheOneThatHangsOfThoseThatShareAWorker() {
        long victim = RandomStream.root(5).spawn("episode").spawn(3).bits(0) >>> 33;
        Training training = Training.of("a2c", "gym:odd:HangsAlone")
                .set("env-option", "victim=" + victim)
                .set("seed", 5)
                .set("python", Python.PLAIN)
                .set("python-workers", 1)
                .set("num-envs", 6)
                .set("step-timeout", "2s")
                .timesteps(1_000_000);
        TrainingFailedException e = assertThrows(TrainingFailedException.class, training::run);
        assertTrue(e.getMessage().contains("environment 3 (gym:odd:HangsAlone) has not answered in"), e.getMessage());
    }

    @Test
    void shouldTellWhatWasRaisedInARun() {
        Training training = Training.of("a2c", "gym:odd:Raises")
                .set("python", Python.PLAIN)
                .set("num-envs", 1)
                .timesteps(1_000_000);
        TrainingFailedException e = assertThrows(TrainingFailedException.class, training::run);
        assertTrue(
                e.getMessage()
                        .matches(
                                "(?s).*environment 0 \\(gym:odd:Raises\\) threw in step\\(action \\[\\d.0\\]\\) in step 7 "
                                        + "of interval 2 \\(episode 0, seed 0x[0-9a-f]+\\): ValueError: the pole is broken\nTraceback.*"),
                e.getMessage());
    }
}
