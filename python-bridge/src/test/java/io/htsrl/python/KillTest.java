package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.watch.Watchdog;
import java.io.BufferedReader;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Kills processes: workers, and the JVM itself. */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class KillTest {
    private static final Pattern WORKER = Pattern.compile("its worker process is (\\d+)");

    /** One waits, one is in the middle of steps, two never come back from theirs, one has processes of its own. */
    @Test
    void shouldLeaveNoWorkerWhenTheJvmIsKilled() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMain.class.getName()));
        command.addAll(
                List.of("chain:Chain=0", "odd:Quiet=2000000000", "odd:Hangs=50", "odd:HangsInC=50", "odd:Starts=0"));
        Process jvm = new ProcessBuilder(command)
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
        assertTrue(workers.size() >= 5, workers + "");
        for (ProcessHandle worker : workers) {
            worker.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    /** Kills all of this JVM: others than the run's have nothing to do. */
    private static void killWorkers() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void shouldEndAWorkerThatHasHadNothingToDoForAWhile() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        Request request = Request.parse("gym:chain:Chain", Map.of("length", "77", "python", Python.PLAIN), Map.of());
        PythonEnvironment.create(new Workers(request, 0)).close();
        for (ProcessHandle worker : ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .toList()) {
            worker.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3})
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
                        .matches("(?s)executor-\\d failed: environment \\d \\(gym:odd:Slow\\) .* in step \\d+ of"
                                + " interval \\d+ .*its worker process \\d+ was killed by SIGKILL \\(exit code"
                                + " 137\\).*"),
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

    /**
     * Returns the failure. A busy machine may need longer than the limit to start Python, or to look where it hangs:
     * the limit then doubles.
     */
    private static TrainingFailedException failureOfAHangingStep() {
        for (int seconds = 2; ; seconds *= 2) {
            Training training = Training.of("a2c", "gym:odd:Hangs")
                    .set("python", Python.PLAIN)
                    .set("num-envs", 2)
                    .set("step-timeout", seconds + "s")
                    .timesteps(1_000_000);
            Exception e = assertThrows(Exception.class, training::run);
            if (e instanceof TrainingFailedException failed
                    && (seconds > 60 || WORKER.matcher(e.getMessage()).find())) {
                return failed;
            }
            assertTrue(
                    e instanceof TrainingFailedException || e.getMessage().contains("in its constructor"), e::toString);
        }
    }

    @Test
    void shouldSayWhereAnEnvironmentHangs() throws Exception {
        TrainingFailedException e = failureOfAHangingStep();
        assertTrue(e.getMessage().contains("environment "), e.getMessage());
        Matcher worker = WORKER.matcher(e.getMessage());
        assertTrue(worker.find(), e.getMessage());
        Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(worker.group(1)));
        if (left.isPresent()) {
            left.get().onExit().get(1, TimeUnit.MINUTES); // it does not wait for the end of the JVM
        }
    }

    /** Those before it in their worker have taken their steps, those behind it wait: all are overdue. */
    @Test
    void shouldNameTheOneThatHangsOfThoseThatShareAWorker() {
        int victim = 3;
        List<RemoteEnvironment> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            RemoteEnvironment environment = (RemoteEnvironment)
                    Python.plain("odd:HangsAlone", Map.of("victim", "" + victim, "python-workers", "1"));
            new Python.Play(environment).reset(i).steps(39);
            all.add(environment);
        }
        all.forEach(each -> each.beginStep(new float[1], 0));
        all.get(0).flush(); // their process has all requests
        while (!all.get(victim).atWork()) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 6; i++) {
            assertEquals(i == victim, all.get(i).atWork());
        }

        RunControl control = new RunControl();
        try (Watchdog watchdog = new Watchdog(Duration.ofMillis(200), Duration.ZERO, control)) {
            for (int i : new int[] {victim, 0, 1, 2, 4, 5}) { // a pause makes none overdue before the victim
                RemoteEnvironment inner = all.get(i);
                Object begun = Proxy.newProxyInstance(
                        KillTest.class.getClassLoader(),
                        new Class<?>[] {RemoteEnvironment.class},
                        (proxy, method, given) ->
                                method.getName().equals("beginStep") ? null : method.invoke(inner, given));
                ((RemoteEnvironment) watchdog.create("environment " + i, () -> (Environment) begun))
                        .beginStep(new float[1], 0);
            }
            while (control.failure() == null) {
                Thread.onSpinWait();
            }
        }
        String message = control.failure().cause().getMessage();
        assertTrue(message.startsWith("environment 3 has not answered in step"), message);
        all.forEach(Environment::close);
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
                        .matches("(?s).*environment 0 \\(gym:odd:Raises\\) threw in step\\(action \\[\\d.0\\]\\) in"
                                + " step 7 of interval 2 \\(episode 0, seed 0x[0-9a-f]+\\): ValueError: the pole"
                                + " is broken\n"
                                + "Traceback.*"),
                e.getMessage());
    }
}
