package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies with a memory: episodes end inside of intervals, and states go on from one interval to the next. */
class MemoryTest {
    private static final String SMALL =
            " --seed 3 --total-timesteps 1536 --num-envs 8 --sync-interval 16 --memory-size 16";
    private static final String SEQUENCES = " --learning-starts 200 --hidden-sizes 16 --batch-size 8 --utd 1/16"
            + " --buffer-size 640 --sequence-length 12 --burn-in 6 --sequence-period 5";
    private static final int KEEP_ALL = 1000;

    @TempDir
    private Path folder;

    private static RunConfig config(String flags) {
        return Hts.configure((flags + SMALL).split(" "));
    }

    private static String digest(String flags) throws Exception {
        return new Trainer(config(flags), Attachments.none()).run().digest();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --env CartPole-v1 --memory lstm --observe 0,2",
                "--algo a2c --env CartPole-v1 --memory gru",
                "--algo ppo --env Pendulum-v1 --memory mingru --norm-obs --num-minibatches 2 --bptt-length 5 --clip-around current",
            })
    void shouldGiveTheSerialDigestWhateverTheThreadsAndBatches(String flags) throws Exception {
        String oracle = digest(flags + " --schedule serial");
        for (String threads : List.of(
                " --executors 1",
                " --executors 8 --actors 2 --actor-batch 3",
                " --executors 3 --actors 1 --learners 3 --wait blocking")) {
            assertEquals(oracle, digest(flags + threads), threads);
        }
        assertNotEquals(oracle, digest(flags + " --schedule sync"));
    }

    /** R2D2 draws sequences from a memory that overwrites them, in rings of 80 steps. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo dqn --env CartPole-v1 --memory lstm --observe 0,2 --n-step 3",
                "--algo dqn --env CartPole-v1 --memory gru --n-step 3 --norm-obs --no-dueling --no-double-q --per-alpha 0",
                "--algo dqn --env CartPole-v1 --memory mingru --n-step 3 --frame-stack 2 --learner-batches 2 --no-value-rescaling",
                "--algo dqn --env CartPole-v1 --memory gru --n-step 1 --retrace-lambda 0.95 --learner-batches 2",
                "--algo dqn --env CartPole-v1 --memory gru --n-step 3 --replay-sampler max-heap --max-times-sampled 2",
            })
    void shouldReplaySequencesWhateverTheThreadsAndShards(String flags) throws Exception {
        String oracle = digest(flags + SEQUENCES + " --schedule serial");
        String shards = flags.contains("sampler") ? "" : " --replay-shards 3";
        assertEquals(oracle, digest(flags + SEQUENCES + shards + " --executors 3 --learners 2"));
        assertNotEquals(oracle, digest(flags + SEQUENCES + " --schedule sync"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --env CartPole-v1 --memory lstm",
                "--algo dqn --env CartPole-v1 --memory lstm --n-step 3" + SEQUENCES,
            })
    void shouldEndInTheSameBitsFromEveryCheckpoint(String flags) throws Exception {
        TrainingResult whole = run(flags, CheckpointPlan.of(folder, 1, KEEP_ALL, null));
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() > 5, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile from = CheckpointFile.open(path)) {
                CheckpointPlan plan = CheckpointPlan.of(folder, 0, KEEP_ALL, from);
                assertEquals(whole.digest(), run(flags + " --executors 4", plan).digest(), path.toString());
            }
        }
    }

    /** A value with layers of its own: an mlp has none before a memory. */
    @ParameterizedTest
    @CsvSource({"--policy-hidden-sizes, 8, [8]", "--value-hidden-sizes, 8, [8]"})
    void shouldRefuseWhatPolicyAndValueCannotShare(String flag, String value, String told) {
        String flags = "--algo ppo --env Masked-v0 --memory gru ";
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> config(flags + flag + " " + value).check())
                .getMessage();
        assertEquals(
                flag + " " + told + ": it must not be given with --memory, as policy and value share all layers before "
                        + "it; leave one of them out, or choose --network combined",
                message);
    }

    private static TrainingResult run(String flags, CheckpointPlan plan) throws Exception {
        return new Trainer(config(flags), Attachments.none().with(plan)).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"vtrace", "none"})
    void shouldLearnWithoutABarrier(String correction) throws Exception {
        String flags = "--algo a2c --env CartPole-v1 --memory lstm --schedule async --async-correction " + correction;
        TrainingResult result = new Trainer(config(flags), Attachments.none()).run();
        assertEquals(1536, result.timesteps());
    }

    /** A T-maze: without a memory half of the goals are missed, a mean return of 1.95 at most. */
    @ParameterizedTest
    @CsvSource({"4, 6000, false", "50, 100000, true"})
    void shouldLearnWhichWayToTurn(int length, int steps, boolean isLong) throws Exception {
        assumeTrue(!isLong || Boolean.getBoolean("hts.long"), "minutes: -Dhts.long=true");
        String flags = "--algo dqn --env TMaze-v0 --env-option length=" + length + " --total-timesteps " + steps;
        String small = " --memory gru --memory-size 16 --hidden-sizes 16 --batch-size 16 --learning-starts 500"
                + " --sequence-length 10 --sequence-period 5 --burn-in 0 --target-network-frequency 500 --buffer-size 10000"
                + " --utd 1/4 --learning-rate 3e-3";
        RunConfig config = Hts.configure((flags + " --seed 1" + (isLong ? "" : small)).split(" "));
        TrainingResult result = new Trainer(config, Attachments.none()).run();
        assertTrue(result.meanReturn100() > 3, () -> "mean return " + result.meanReturn100());
    }
}
