package io.htsrl.recordings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.recording.Recording;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs learn from drawn recordings. */
class LearningFromTest {
    private static final String SMALL =
            " --total-timesteps 60 --sync-interval 10 --batch-size 8 --hidden-sizes 8 --quiet";
    private static final String TD3 = "--algo td3 --env Pendulum-v1 --bc-alpha 2.5 --norm-obs";

    @TempDir
    Path parent;

    private SmallRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new SmallRuns(parent);
    }

    /** Writes 120 drawn steps; a tenth of the episodes' ends are truncations, and the last is none. */
    private Path recording(String env, long seed) throws IOException {
        EnvironmentSpec spec = EnvironmentSource.named(env, Map.of()).ask(Environment::spec);
        Recording.Builder builder = new Recording.Builder(spec, "--from", env);
        RandomStream draws = RandomStream.root(seed);
        int size = spec.observationSpace().size();
        for (int step = 0; step < 120; step++) {
            if (step % 15 == 0) {
                builder.begin(observation(draws.spawn(step), size));
            }
            float[] action = {
                spec.actionSpace() instanceof ActionSpace.Discrete
                        ? step * step % 3 % 2
                        : (float) (4 * draws.uniform(step, 0) - 2)
            };
            boolean end = step % 15 == 14 && step < 119;
            builder.step(
                    action,
                    0,
                    draws.uniform(step, 1),
                    end && step % 2 == 0,
                    end && step % 2 == 1,
                    observation(draws.spawn(step + 1), size));
        }
        Path folder = parent.resolve("recording-" + env + seed);
        MinariFormat.write(folder, builder.build(), env, "drawn");
        return folder;
    }

    private static ObservationSlot observation(RandomStream draws, int size) {
        float[] observation = new float[size];
        for (int i = 0; i < size; i++) {
            observation[i] = (float) draws.normal(i, 0) + i;
        }
        return new ObservationSlot().at(observation, 0);
    }

    private int train(TrainingRunner runner, String name, String settings, Path from) {
        List<String> words =
                new ArrayList<>(List.of("train", "--out", runs.folder(name).toString()));
        words.addAll(List.of((settings + SMALL).split(" ")));
        words.addAll(List.of("--from", from.toString()));
        return runs.hts(runner, words.toArray(String[]::new));
    }

    @Test
    void shouldLearnFromFewerStepsThanAnIntervalHas() throws IOException {
        String settings = "train --algo bc --env CartPole-v1 --sync-interval 200 --total-timesteps 400 --quiet";
        List<String> words = new ArrayList<>(List.of(settings.split(" ")));
        words.addAll(List.of("--from", recording("CartPole-v1", 1).toString()));
        words.addAll(List.of("--out", runs.folder("few").toString()));

        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, words.toArray(String[]::new)), runs.err::toString);
    }

    private String digest(String name) {
        return RunReader.open(runs.folder(name))
                .summary()
                .orElseThrow()
                .get("digest")
                .asText();
    }

    private String digestOf(String name, String settings, Path from) {
        assertEquals(ExitCode.OK, train(SmallRuns.TRAINER, name, settings, from), runs.err::toString);
        return digest(name);
    }

    /** Pins the bits of each algorithm on this data, as determinism-tests pins those of its runs. */
    @ParameterizedTest
    @CsvSource({
        "--algo bc --env CartPole-v1, f769d58ace7c94ae05cc9b3f8e81c567",
        "--algo bc --env Pendulum-v1 --norm-obs, e6bbb6018b05c351ffe8d8810bc06875",
        "--algo dqn --env CartPole-v1 --n-step 3, 35d3bef440a6515e559adc7c38596e40",
        "--algo td3 --env Pendulum-v1 --bc-alpha 2.5 --norm-obs, 6492465328458726bb40ccb2ac8510e8"
    })
    void shouldGiveThePinnedDigestForAnyThreads(String settings, String digest) throws IOException {
        Path from = recording(settings.contains("CartPole") ? "CartPole-v1" : "Pendulum-v1", 3);

        assertEquals(digest, digestOf("hts", settings, from));
        assertEquals(digest, digestOf("serial", settings + " --schedule serial", from));
        assertEquals(digest, digestOf("threads", settings + " --actors 2 --learners 2", from));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--algo bc --env Pendulum-v1", "--algo dqn --env CartPole-v1", TD3})
    void shouldResumeExactly(String settings) throws IOException {
        Path from = recording(settings.contains("CartPole") ? "CartPole-v1" : "Pendulum-v1", 3);
        String whole = digestOf("whole", settings, from);
        train(SmallRuns.stoppingAt(2), "stopped", settings, from);
        String folder = runs.folder("stopped").toString();

        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, "resume", folder, "--quiet"), runs.err::toString);
        assertEquals(whole, digest("stopped"));
    }

    @Test
    void shouldRecordWhatItHasLearntFrom() throws IOException {
        Path from = recording("Pendulum-v1", 3);
        Path other = recording("Pendulum-v1", 4);
        assertNotEquals(digestOf("one", TD3, from), digestOf("two", TD3, other));
        Map<String, String> settings = RunReader.open(runs.folder("one")).settings();
        String digest = settings.get("from-digest");
        assertEquals(
                digest,
                RunReader.open(runs.folder("one"))
                        .manifest()
                        .at("/recording/digest")
                        .asText());

        Path config = runs.folder("one").resolve(RunReader.CONFIG);
        Path moved = parent.resolve("moved.yaml");
        Files.writeString(moved, Files.readString(config).replace(from.toString(), other.toString()));
        assertEquals(
                ExitCode.MISTAKE,
                runs.hts(SmallRuns.TRAINER, "train", "--config", moved.toString(), "--out", parent + "/three"));
        assertTrue(runs.err.toString().contains("must hold the steps of digest " + digest), runs.err::toString);
    }

    @Test
    void shouldLearnTheSameInAProgram() throws Exception {
        Path from = recording("CartPole-v1", 3);
        Training training = Training.of("bc", "CartPole-v1")
                .set("from", from)
                .set("sync-interval", 10)
                .set("batch-size", 8)
                .set("hidden-sizes", List.of(8))
                .timesteps(60);

        assertEquals(
                digestOf("run", "--algo bc --env CartPole-v1", from),
                training.run().result().orElseThrow().digest());
    }

    /** A policy acts without what it was learnt from. */
    @Test
    void shouldEvaluateWithoutTheRecording() throws IOException {
        Path from = recording("CartPole-v1", 3);
        digestOf("run", "--algo bc --env CartPole-v1", from);
        Files.move(from, parent.resolve("elsewhere"));

        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "evaluate", runs.folder("run").toString(), "--episodes", "2"),
                runs.err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algo ppo --env CartPole-v1 | is for algorithms that learn from a replay memory",
                "--algo dqn --env CartPole-v1 --num-envs 2 | --num-envs 2: it must be 1 with --from",
                "--algo dqn --env CartPole-v1 --schedule async | it must be hts, sync or serial with --from",
                "--algo dqn --env CartPole-v1 --max-times-sampled 3 | without --max-times-sampled with --from",
                "--algo td3 --env Pendulum-v1 --norm-reward | it must be false with --from",
                "--algo dqn --env Acrobot-v1 | must have 16 rows of 6 numbers as observations",
            })
    void shouldRefuseWhatDoesNotFit(String settings, String words) throws IOException {
        assertEquals(ExitCode.MISTAKE, train(SmallRuns.TRAINER, "run", settings, recording("CartPole-v1", 3)));
        assertTrue(runs.err.toString().contains(words), runs.err::toString);
    }

    @Test
    void shouldNeedARecordingToClone() {
        assertEquals(ExitCode.MISTAKE, runs.hts(SmallRuns.TRAINER, "train", "--algo", "bc", "--env", "CartPole-v1"));
        assertTrue(runs.err.toString().contains("--from: it must be given for bc"), runs.err::toString);
    }
}
