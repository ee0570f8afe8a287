package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with {@code --use-sde} and random settings have the serial digest for any threads, from every checkpoint on. */
@Timeout(600)
class StateDependentNoiseTest {
    private static final int KEEP_ALL = 1000;
    private static final int INTERVALS = 6;

    @TempDir
    Path folder;

    private static <T> T one(Random draws, List<T> of) {
        return of.get(draws.nextInt(of.size()));
    }

    /** Settings that decide bits. Noise is held for parts of intervals, for whole ones, and across their ends. */
    private static String settings(long seed) {
        Random draws = new Random(seed);
        String algorithm = List.of("ppo", "a2c", "trpo").get((int) (seed % 3));
        int environments = 4 * (1 + draws.nextInt(3));
        int interval = 8 * (1 + draws.nextInt(4));
        List<String> networks = List.of(
                "--shared-torso",
                "--network combined --activation elu",
                "--layer-norm",
                "--memory gru --memory-size 16",
                "--memory lstm --memory-size 32 --norm-obs");
        return "--algo " + algorithm + " --env " + one(draws, List.of("Pendulum-v1", "MatchBox-v0", "MatchOpenBox-v0"))
                + " --use-sde --hidden-sizes 16,12 --seed " + seed + " --num-envs " + environments
                + " --sync-interval " + interval + " --total-timesteps " + INTERVALS * environments * interval
                + " --sde-sample-freq " + one(draws, List.of(-1, 1, 3, 4, 1000))
                + (algorithm.equals("ppo") ? " --num-minibatches 2 " : " ")
                + (algorithm.equals("trpo") ? "" : one(draws, networks))
                + one(draws, List.of("", " --norm-reward", " --ent-coef 0.01"));
    }

    private static RunConfig config(String flags) {
        return Hts.configure(flags.strip().split(" +"));
    }

    private static String digest(String flags) throws Exception {
        return new Trainer(config(flags), Attachments.none()).run().digest();
    }

    static LongStream seeds() {
        return LongStream.range(0, Boolean.getBoolean("hts.long") ? 150 : 15);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldGiveTheSerialDigestForAnyThreads(long seed) throws Exception {
        Random draws = new Random(seed);
        String settings = settings(seed);
        String oracle = digest(settings + " --schedule serial");
        for (int i = 0; i < 2; i++) {
            String threads = " --executors " + (1 + draws.nextInt(4)) + " --actors " + draws.nextInt(3)
                    + " --actor-batch " + (1 + draws.nextInt(4)) + " --learners " + (1 + draws.nextInt(3));
            assertEquals(oracle, digest(settings + threads), settings + threads);
        }
        assertNotEquals(oracle, digest(settings + " --schedule sync"), settings);
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 21, 22, 23})
    void shouldEndInTheSameBitsFromEveryCheckpoint(long seed) throws Exception {
        String settings = settings(seed);
        String whole = digest(settings, CheckpointPlan.of(folder, 1, KEEP_ALL, null));
        assertEquals(digest(settings + " --schedule serial"), whole, settings);
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() >= INTERVALS - 1, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile from = CheckpointFile.open(path)) {
                CheckpointPlan plan = CheckpointPlan.of(folder, 0, KEEP_ALL, from);
                assertEquals(whole, digest(settings + " --executors 3", plan), settings + " " + path);
            }
        }
    }

    private static String digest(String flags, CheckpointPlan plan) throws Exception {
        return new Trainer(config(flags), Attachments.none().with(plan)).run().digest();
    }
}
