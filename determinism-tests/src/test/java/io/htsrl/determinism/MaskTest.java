package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.run.Perturbation;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An action that the mask forbids is never taken: {@link MaskedEnvironments} would throw. */
class MaskTest {
    private static final int KEEP_ALL = 1000;

    private static RunConfig config(String flags) {
        String all = "--env Masked-v0 --num-envs 4 --sync-interval 8 --total-timesteps 640 " + flags;
        return Hts.configure(all.split(" +"));
    }

    private static TrainingResult run(String flags) {
        return Runs.run(config(flags), Perturbation.NONE);
    }

    @Provide
    Arbitrary<String> learners() {
        String replay = " --hidden-sizes 8 --learning-starts 60 --batch-size 8 --buffer-size 200 --utd 1/8";
        return Arbitraries.of(
                "--algo a2c --hidden-sizes 8,8",
                "--algo a2c --hidden-sizes 8 --env-option counts=3;2;4",
                "--algo ppo --hidden-sizes 8 --env-option counts=2;6 --num-minibatches 2",
                "--algo ppo --hidden-sizes 8 --env-option kind=byte --frame-stack 3 --num-minibatches 2",
                "--algo ppo --hidden-sizes 8 --norm-obs --frame-stack 2 --num-minibatches 2",
                "--algo ppo --hidden-sizes 8 --memory gru --memory-size 16 --frame-stack 2 --num-minibatches 2",
                "--algo ppo --hidden-sizes 8 --memory lstm --memory-size 16 --bptt-length 3 --env-option kind=parts",
                "--algo ppo --hidden-sizes 8 --memory gru --memory-size 16 --env-option kind=parts --network combined"
                        + " --critic-sees rule --num-minibatches 2 --frame-stack 2",
                "--algo a2c --hidden-sizes 8 --env-option kind=parts --env-option counts=3;2 --critic-sees rule"
                        + " --network combined",
                "--algo dqn --dueling --double-q --n-step 3 --per-alpha 0.6 --initial-priority actor" + replay,
                "--algo dqn --dueling --memory gru --memory-size 16 --sequence-length 6 --burn-in 4 --sequence-period 3"
                        + " --n-step 1 --retrace-lambda 0.9 --env-option kind=parts" + replay,
                "--algo dqn --no-dueling --no-double-q --per-alpha 0 --env-option kind=byte --frame-stack 2" + replay,
                "--algo sac --norm-obs --frame-stack 2 --layer-norm --per-alpha 0.6" + replay,
                "--algo sac --reset-every 20 --frame-stack 3 --env-option kind=byte" + replay,
                "--preset rainbow --n-atoms 7" + replay,
                "--preset rainbow --distributional implicit --num-tau-samples 5 --num-tau-prime-samples 3"
                        + " --num-quantile-samples 7 --quantile-embedding-dim 4 --quantile-units 8" + replay,
                "--algo dqn --n-step 3 --retrace-lambda 0.9 --per-alpha 0.6 --initial-priority actor" + replay,
                "--algo dqn --distributional quantile --n-atoms 5 --no-dueling --no-double-q --memory gru"
                        + " --memory-size 16 --sequence-length 6 --burn-in 4 --sequence-period 3" + replay,
                "--algo pqn --hidden-sizes 8 --num-minibatches 2",
                "--algo acktr --hidden-sizes 8 --kfac-update 3 --shared-torso",
                "--algo trpo --hidden-sizes 8 --batch-size 8",
                "--algo a2c --network table --env-option kind=one-hot",
                "--algo q-learning --env-option kind=one-hot");
    }

    @Provide
    Arbitrary<String> threads() {
        return Arbitraries.of(
                "--executors 1", "--executors 2 --actors 1 --actor-batch 2", "--executors 4 --learners 2");
    }

    @Property(tries = 25)
    void shouldTakeNoForbiddenActionAndGiveTheSerialDigest(
            @ForAll @From("learners") String learner,
            @ForAll @From("threads") String threads,
            @ForAll @IntRange(min = 1, max = 1000) int seed) {
        String flags = learner + " --seed " + seed + " ";
        assertEquals(
                run(flags + "--schedule serial").digest(), run(flags + threads).digest());
    }

    @Property(tries = 12)
    void shouldTakeNoForbiddenActionInOtherSchedules(
            @ForAll @From("learners") String learner, @ForAll @IntRange(min = 1, max = 1000) int seed) {
        run(learner + " --schedule sync --seed " + seed);
        if (!learner.contains("q-learning") && !learner.contains("sequence")) {
            run(learner + " --schedule async --seed " + seed);
        }
    }

    /** The stored outputs say it: forbidden ones are marked, the one taken never is, and each choice has one left. */
    @Property(tries = 3)
    void shouldMarkForbiddenOutputsInTheBank(@ForAll @IntRange(min = 1, max = 1000) int seed) throws Exception {
        int[] forbidden = new int[1];
        Consumer<StorageBank> looking = bank -> {
            for (int row = 0; row < bank.shape().rows(); row++) {
                int at = row * bank.shape().outputWidth();
                forbidden[0] += 5 - new ActionValues(5).allowed(bank.outputs(), at);
                assertTrue(bank.outputs()[at + (int) bank.actions()[row]] != OutputRow.FORBIDDEN);
            }
        };
        IntervalObserver observer = new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
                looking.accept(bank);
            }
        };
        RunConfig config = config("--algo a2c --hidden-sizes 8 --seed " + seed);
        new Trainer(config, Attachments.none().with(observer)).run();
        assertEquals(0.7 * 4 / 5, forbidden[0] / 5.0 / config.totalTimesteps(), 0.05);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --hidden-sizes 8 --num-minibatches 2 --env-option counts=3;2 --env-option kind=parts"
                        + " --memory mingru --memory-size 16 --bptt-length 5",
                "--algo dqn --dueling --hidden-sizes 8 --learning-starts 60 --batch-size 8 --buffer-size 200 --utd 1/8",
                "--preset rainbow --n-atoms 7 --hidden-sizes 8 --learning-starts 60"
                        + " --batch-size 8 --buffer-size 200 --utd 1/8",
                "--algo dqn --distributional implicit --quantile-units 8 --hidden-sizes 8 --learning-starts 60"
                        + " --batch-size 8 --buffer-size 200 --utd 1/8",
                "--algo dqn --n-step 3 --retrace-lambda 0.9 --hidden-sizes 8 --learning-starts 60"
                        + " --batch-size 8 --buffer-size 200 --utd 1/8"
            })
    void shouldEndInTheSameBitsFromEveryCheckpoint(String flags) throws Exception {
        Path folder = Files.createTempDirectory("masks");
        String whole = run(flags, folder, 3, null);
        assertEquals(run(flags).digest(), whole);
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() >= 3, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                assertEquals(whole, run(flags + " --executors 2", folder, 0, checkpoint), path.toString());
            }
        }
    }

    private static String run(String flags, Path folder, long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config(flags), Attachments.none().with(plan)).run().digest();
    }

    @ParameterizedTest
    @CsvSource({"hts", "serial", "sync", "async"})
    void shouldNameThePlaceOfAMaskThatAllowsNothing(String schedule) {
        RunConfig config =
                config("--algo a2c --hidden-sizes 8 --env-option hole=3 --executors 1 --schedule " + schedule);
        String message = assertThrows(
                        TrainingFailedException.class, () -> new Trainer(config, Attachments.none()).run())
                .getMessage();
        assertTrue(
                message.matches("(?s).*environment \\d \\(Masked-v0\\) allows no action in step 2 of interval 0 "
                        + "\\(episode 0, seed 0x[0-9a-f]+\\): its mask must allow at least one of each choice;.*"),
                message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo a2c --env-option counts=3;2",
                "--algo dqn --dueling --learning-starts 60 --buffer-size 200",
                "--algo dqn --noisy-sigma 0.5 --learning-starts 60 --buffer-size 200",
                "--algo sac --frame-stack 2 --learning-starts 60 --buffer-size 200 --batch-size 8",
                "--algo trpo --norm-obs"
            })
    void shouldEvaluateWithAllowedActions(String flags) {
        RunConfig config = config(flags + " --hidden-sizes 8");
        float[] parameters = run(flags + " --hidden-sizes 8").parameters();
        for (EvaluationPolicy policy : EvaluationPolicy.values()) {
            try (EpisodeRunner runner = new EpisodeRunner(config, policy, 8)) {
                assertEquals(
                        8,
                        runner.run(parameters, EpisodeRunner.stream(1, 1), 8, () -> {})
                                .size());
            }
        }
    }

    @Test
    void shouldNameThePlaceOfAMaskThatAllowsNothingInAnEvaluation() {
        float[] parameters = run("--algo a2c --hidden-sizes 8").parameters();
        RunConfig config = config("--algo a2c --hidden-sizes 8 --env-option hole=3");
        try (EpisodeRunner runner = new EpisodeRunner(config, EvaluationPolicy.GREEDY, 1)) {
            EnvironmentFailedException e = assertThrows(
                    EnvironmentFailedException.class,
                    () -> runner.run(parameters, EpisodeRunner.stream(1, 1), 1, () -> {}));
            assertEquals(
                    "environment (Masked-v0) allows no action in step 3 of evaluation episode 0: its mask must allow "
                            + "at least one of each choice; fix the environment",
                    e.getMessage());
        }
    }
}
