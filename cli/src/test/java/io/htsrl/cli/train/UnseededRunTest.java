package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.environments.CartPole;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line and the run directory report an environment that does not repeat itself. */
class UnseededRunTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    /** CartPole whose rewards no seed decides. */
    private static final class Unseeded implements Environment {
        private final CartPole cartPole = new CartPole();

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
            result.set(result.reward + Math.random(), result.terminated, result.truncated);
        }
    }

    private int train(TrainingRunner runner, String... more) {
        String words =
                "train --algo a2c --env CartPole-v1 --num-envs 2 --sync-interval 8 --total-timesteps 64 --run-dir "
                        + parent.resolve("run");
        return hts.run(
                runner,
                Stream.concat(Stream.of(words.split(" ")), Stream.of(more)).toArray(String[]::new));
    }

    private static final TrainingRunner UNSEEDED =
            (config, attached) -> new Trainer(config.in(Unseeded::new), attached).run();

    private JsonNode manifest() {
        return RunReader.open(parent.resolve("run")).manifest();
    }

    @Test
    void shouldPromiseNothingWhereItDiffers() {
        assertEquals(ExitCode.OK, train(UNSEEDED, "--allow-nondeterminism"), hts.err::toString);

        assertFalse(manifest().get("deterministic").asBoolean());
        assertTrue(manifest().get("allow_nondeterminism").asBoolean());
        String why = "the environment does not repeat itself";
        assertTrue(
                manifest()
                        .get("reproducibility")
                        .asText()
                        .startsWith("none: run with --allow-nondeterminism, for " + why + ": the first step of an"),
                () -> manifest().get("reproducibility").asText());
        assertTrue(manifest()
                .at("/environment_check/differs")
                .asText()
                .contains("the first step of an episode differs from one time to the next: the reward is 1."));
        assertTrue(
                hts.err.toString().startsWith("warning: this run's bits may not come again, for " + why),
                hts.err::toString);
    }

    @Test
    void shouldRecordWhatWasComparedWhereItDoesNotDiffer() {
        assertEquals(ExitCode.OK, train(RecordedRuns.TRAINER), hts.err::toString);

        assertTrue(manifest().get("deterministic").asBoolean());
        assertTrue(manifest().at("/environment_check/steps_compared").asInt() > 0);
        assertEquals("", manifest().at("/environment_check/differs").asText("none"));
        assertEquals("", hts.err.toString());
    }

    @Test
    void shouldLeaveNothingOfARunThatTheCheckRefuses() {
        assertEquals(ExitCode.MISTAKE, train(UNSEEDED));
        assertTrue(hts.errors().contains("or run with --allow-nondeterminism"), hts.err::toString);
        assertFalse(Files.exists(parent.resolve("run")));

        assertEquals(ExitCode.OK, train(UNSEEDED, "--allow-nondeterminism"), hts.err::toString);
    }
}
