package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The user stops a run without {@code --checkpoint-every}. */
@Timeout(1800)
class StopTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    /** CartPole, but for what saves its state. */
    static final class Forgetful implements Environment {
        private final Environment cartPole = Environments.create("CartPole-v1", Map.of());

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
        }
    }

    /** Provides {@code Forgetful-v0}. */
    public static final class Forgetfuls implements EnvironmentProvider {
        @Override
        public List<String> names() {
            return List.of("Forgetful-v0");
        }

        @Override
        public Environment create(String name, Map<String, String> options) {
            return new Forgetful();
        }
    }

    private static final TrainingRunner STOPPED = RecordedRuns.stoppingAt(6);

    private int train(TrainingRunner runner, Path to, String... more) {
        Stream<String> words = Stream.of(
                        "train --algo ppo --num-envs 4 --sync-interval 8 --total-timesteps 640 --hidden-sizes 8 --run-dir "
                                + to)
                .flatMap(text -> Stream.of(text.split(" ")));
        return hts.run(runner, Stream.concat(words, Stream.of(more)).toArray(String[]::new));
    }

    private static String digest(Path run) {
        return RunReader.open(run).summary().orElseThrow().get("digest").toString();
    }

    private static List<Path> checkpoints(Path run) {
        return RunFolders.checkpoints(run).list();
    }

    @Test
    void shouldTakeACheckpointAndSayHowToGoOn() {
        Path whole = parent.resolve("whole");
        Path run = parent.resolve("stopped");
        assertEquals(ExitCode.OK, train(TRAINER, whole, "--env", "CartPole-v1"), hts::errors);
        assertEquals(1, checkpoints(whole).size(), "a run leaves one at its end");
        assertEquals(ExitCode.MISTAKE, hts.run(TRAINER, "resume", whole.toString()));
        String extend = "it is already finished, after 640 steps; train longer with 'hts resume ";
        assertTrue(hts.errors().contains(extend + whole), hts::errors);

        train(STOPPED, run, "--env", "CartPole-v1");
        assertTrue(hts.out.toString().contains("  resume    hts resume " + run + "\n"), hts.out::toString);
        assertEquals(1, checkpoints(run).size());

        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", run.toString()), hts::errors);
        assertEquals(digest(whole), digest(run));
    }

    @Test
    void shouldSayHowToGoOnWhereAllElseIsQuiet() {
        Path run = parent.resolve("run");
        train(STOPPED, run, "--env", "CartPole-v1", "--quiet");

        assertEquals("stopped; continue with 'hts resume " + run + "'\n", hts.errors());
        assertEquals("", hts.out.toString());
    }

    /** As by Ctrl-C while the first interval is collected: the run has nothing yet to go on from. */
    @Test
    void shouldSayThatARunStoppedAtItsStartHasNothingToGoOnFrom() {
        Path run = parent.resolve("run");
        TrainingRunner atOnce = (config, attached) -> {
            attached.control().requestStop();
            return TRAINER.run(config, attached);
        };
        train(atOnce, run, "--env", "CartPole-v1");
        String again = "start again with 'hts train --config " + run + "/config.yaml'";

        assertTrue(
                hts.errors().contains("ended before an interval was complete: nothing was learnt; " + again + "\n"),
                () -> hts.out.toString() + hts.err);

        assertEquals(ExitCode.MISTAKE, hts.run(TRAINER, "resume", run.toString()));
        assertTrue(
                hts.errors()
                        .contains("RUN " + run + ": it must hold a checkpoint, and was stopped before an interval was "
                                + "complete; " + again),
                hts::errors);
    }

    @Test
    void shouldSayWhyAnAsynchronousRunCannotGoOn() {
        Path run = parent.resolve("run");
        train(STOPPED, run, "--env", "CartPole-v1", "--schedule", "async");

        assertTrue(
                hts.out
                        .toString()
                        .contains(
                                "  resume    not possible: --schedule async takes no checkpoints; begin a new run with "
                                        + "what was learnt: hts train --config " + run + "/config.yaml --init-from "
                                        + run + "\n"),
                hts.out::toString);
    }

    @Test
    void shouldSayWhyAnEnvironmentWithoutStateCannotGoOn() throws IOException {
        Path run = parent.resolve("run");
        withForgetful(() -> train(STOPPED, run, "--env", "Forgetful-v0"));

        assertTrue(
                hts.out
                        .toString()
                        .contains(
                                "  resume    not possible: Forgetful-v0 cannot save its state, and --checkpoint-inexact "
                                        + "was not given; begin a new run with what was learnt: hts train --config "
                                        + run
                                        + "/config.yaml --init-from " + run + "\n"),
                () -> hts.out.toString() + hts.err);
        assertEquals(List.of(), checkpoints(run));

        assertEquals(ExitCode.MISTAKE, withForgetful(() -> hts.run(TRAINER, "resume", run.toString())));
        assertTrue(
                hts.errors()
                        .contains(
                                "it must hold a checkpoint, and was stopped without one: Forgetful-v0 cannot save its "
                                        + "state, and --checkpoint-inexact was not given; start again with 'hts train"),
                hts::errors);

        Path inexact = parent.resolve("inexact");
        withForgetful(() -> train(STOPPED, inexact, "--env", "Forgetful-v0", "--checkpoint-inexact"));
        assertEquals(1, checkpoints(inexact).size());
    }

    private int withForgetful(IntSupplier action) throws IOException {
        Path services = Files.createDirectories(parent.resolve("META-INF/services"));
        Files.writeString(services.resolve(EnvironmentProvider.class.getName()), Forgetfuls.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {parent.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return action.getAsInt();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
