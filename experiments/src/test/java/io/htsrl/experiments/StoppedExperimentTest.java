package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle of an experiment. */
@Timeout(120)
class StoppedExperimentTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path parent;

    /** CartPole, but that it presses Ctrl-C, once, as soon as there is a run whose metrics are written. */
    static final class Interrupting implements Environment {
        private final Environment cartPole = Environments.create("CartPole-v1", Map.of());
        private final Path run;

        Interrupting(Path run) {
            this.run = run;
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
            if (run.resolve("metrics.jsonl").toFile().length() > 0) { // the run listens, which a warm-up does not
                pressOnce();
            }
        }

        private void pressOnce() {
            try {
                Files.createFile(run.resolveSibling("pressed"));
                Class<?> signal = Class.forName("sun.misc.Signal");
                signal.getMethod("raise", signal)
                        .invoke(null, signal.getConstructor(String.class).newInstance("INT"));
            } catch (FileAlreadyExistsException e) {
                return; // another replica was first
            } catch (IOException | ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Provides {@code Interrupting-v0}, whose option is the run that it ends. */
    public static final class Provider implements EnvironmentProvider {
        @Override
        public List<String> names() {
            return List.of("Interrupting-v0");
        }

        @Override
        public Environment create(String name, Map<String, String> options) {
            return new Interrupting(Path.of(options.getOrDefault("run", "nowhere")));
        }
    }

    private int hts(String... arguments) {
        return Hts.commandLine((config, attachments) -> new Trainer(config, attachments).run())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void shouldSayHowTheExperimentGoesOnAndNotTheRun() throws IOException {
        Path folder = parent.resolve("experiment");
        Path run = folder.resolve("runs").resolve("Interrupting-v0__ppo__hts__1");
        Path services = Files.createDirectories(parent.resolve("META-INF/services"));
        Files.writeString(services.resolve(EnvironmentProvider.class.getName()), Provider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {parent.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            String command = "experiment learning-curves --envs Interrupting-v0 --schedules hts --seeds 1,2 "
                    + "--total-timesteps 20000 --evaluations 2 --eval-episodes 1 --num-envs 4 --sync-interval 8 "
                    + "--env-option run=" + run + " --step-time constant:10us --out " + folder;

            assertEquals(130, hts(command.split(" ")), err::toString);
        } finally {
            thread.setContextClassLoader(before);
        }

        assertTrue(
                out.toString().contains("ended early; the same command with --out " + folder + " goes on"),
                out::toString);
        String told = err.toString().strip();
        assertTrue(told.startsWith("stopping at the end of this interval"), told);
        assertEquals(1, told.lines().count(), told);
    }
}
