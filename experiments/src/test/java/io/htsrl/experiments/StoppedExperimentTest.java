package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.signals.RaisedSignal;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A signal comes inside of a run of an experiment, at a run's very end, and between two cells. */
@Timeout(1800)
class StoppedExperimentTest {
    private static final int STEPS = 1_600;
    private static final int REPLICAS = 4;

    private static RaisedSignal signal; // of the test that runs

    @TempDir
    private Path parent;

    /**
     * CartPole, but that it raises the signal in a replica's step of that number, or when it is closed after its last.
     */
    static final class Interrupting implements Environment {
        private final Environment cartPole = Environments.create("CartPole-v1", Map.of());
        private final Path run;
        private final int moment;
        private int steps;

        Interrupting(Path run, int moment) {
            this.run = run;
            this.moment = moment;
        }

        @Override
        public EnvironmentSpec spec() {
            return cartPole.spec();
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            cartPole.reset(seed, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            cartPole.step(actions, offset, out, result);
            steps++;
            raiseAt(moment);
        }

        @Override
        public void close() {
            raiseAt(STEPS / REPLICAS);
        }

        private void raiseAt(int step) {
            if (steps == step && Files.exists(run)) { // which is no warm-up
                signal.raise();
                while (Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().matches("SIG\\w+ handler"))) {
                    Thread.onSpinWait(); // it answers before it asks the run to stop
                }
            }
        }
    }

    /** Provides {@code Interrupting-v0}, whose options are the run that it ends, and when. */
    public static final class Provider implements EnvironmentProvider {
        @Override
        public List<String> names() {
            return List.of("Interrupting-v0");
        }

        @Override
        public Environment create(String name, Map<String, String> options) {
            return new Interrupting(
                    Path.of(options.getOrDefault("run", "nowhere")),
                    Integer.parseInt(options.getOrDefault("moment", "-1")));
        }
    }

    private static int hts(StringWriter out, String command) {
        String[] words = command.split(" ");
        return Hts.program(words)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(signal.err))
                .execute(words);
    }

    private String command(Path folder) {
        return "experiment learning-curves --schedules hts --seeds 1,2 --total-timesteps " + STEPS
                + " --evaluations 2 --eval-episodes 1 --step-time none --num-envs " + REPLICAS
                + " --sync-interval 8 --out " + folder;
    }

    private void assertCanContinue(StringWriter out, Path folder, int cells) throws IOException {
        assertTrue(
                out.toString().contains("ended early; the same command with --out " + folder + " continues"),
                out::toString);
        assertEquals(
                cells,
                Files.readString(folder.resolve("cells.csv"))
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .skip(1) // the columns
                        .count());
    }

    @ParameterizedTest(name = "{0} in step {2}, {3} cells")
    @CsvSource({"INT, 130, 280, 0", "TERM, 143, -1, 1"})
    void shouldSayHowToContinueTheExperimentAndNotTheRun(String name, int code, int moment, int cells)
            throws IOException {
        signal = new RaisedSignal(name);
        StringWriter out = new StringWriter();
        Path folder = parent.resolve("experiment");
        Path run = folder.resolve("runs").resolve("Interrupting-v0__ppo__hts__1");
        Path services = Files.createDirectories(parent.resolve("META-INF/services"));
        Files.writeString(services.resolve(EnvironmentProvider.class.getName()), Provider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {parent.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            String options = " --envs Interrupting-v0 --env-option run=" + run + " --env-option moment=" + moment;

            assertEquals(code, hts(out, command(folder) + options), signal.err::toString);
        } finally {
            thread.setContextClassLoader(before);
        }

        assertCanContinue(out, folder, cells);
        String told = signal.err.toString().strip();
        assertTrue(told.startsWith("stopping at the end of this interval"), told);
        assertEquals(1, told.lines().count(), told);
    }

    @ParameterizedTest
    @CsvSource("INT, 130")
    void shouldEndByASignalBetweenTwoCells(String name, int code) throws IOException {
        signal = new RaisedSignal(name);
        StringWriter out = signal.out(printed -> printed.matches("(?s).*\\[1/2\\] [^\\n]*\\n"));
        Path folder = parent.resolve("experiment");

        assertEquals(code, hts(out, command(folder) + " --envs CartPole-v1"), signal.err::toString);

        assertCanContinue(out, folder, 1);
        assertEquals("stopping before the next run", signal.err.toString().strip());
    }

    /** Whose runs have no folder. */
    @Test
    void shouldStopAMeasuredRun() {
        signal = new RaisedSignal("TERM");
        SharedInterruption interruption = new SharedInterruption(new PrintWriter(signal.err));
        TrainingListener raising = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                signal.raise();
            }
        };
        try (SharedInterruption listening = interruption.install()) {
            RunConfig config = TrainFlags.of(List.of())
                    .config(List.of("--algo", "a2c", "--env", "CartPole-v1", "--total-timesteps", "1000000000"));
            assertThrows(
                    InterruptedException.class,
                    () -> MeasuredRun.of(config, Attachments.none().with(raising), listening));
        }
    }
}
