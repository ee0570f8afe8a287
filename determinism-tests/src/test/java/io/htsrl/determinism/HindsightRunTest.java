package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests hindsight in the whole pipeline: the serial digest, checkpoints, and the bits that flip to the goal. */
@Timeout(1800)
class HindsightRunTest {
    private static final int KEEP_ALL = 1000;

    @TempDir
    Path folder;

    private static RunConfig config(String more) {
        String algorithm = more.contains("--algo") ? "" : "--algo dqn ";
        return Hts.configure(
                (algorithm + "--env BitFlip-v0 --env-option bits=5 --num-envs 5 --sync-interval 7 --utd 1/7 "
                                + "--learning-starts 100 --buffer-size 400 --batch-size 16 --hidden-sizes 16 "
                                + "--total-timesteps 1400 " + more)
                        .trim()
                        .split(" "));
    }

    private static TrainingResult run(RunConfig config) throws Exception {
        return new Trainer(config, Attachments.none()).run();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--goal-selection-strategy future --n-step 3",
                "--goal-selection-strategy final --learner-batches 2",
                "--goal-selection-strategy episode --per-alpha 0.6",
                "--algo sac --n-sampled-goal 1"
            })
    void shouldGiveTheSerialDigestWhateverTheThreadsAndShards(String settings) throws Exception {
        String oracle = run(config("--her " + settings + " --schedule serial")).digest();
        for (String threads : List.of(
                "--executors 2 --actors 1", "--learners 2 --replay-shards 3", "--executors 1 --replay-shards 5")) {
            assertEquals(
                    oracle, run(config("--her " + settings + " " + threads)).digest(), threads);
        }
        assertNotEquals(
                oracle,
                run(config("--no-her " + settings.replaceAll("--(goal|n-sampled)[^ ]* [^ ]* ?", "")))
                        .digest());
    }

    @Test
    void shouldEndInTheSameBitsFromEveryCheckpoint() throws Exception {
        TrainingResult whole = run(5, null);
        int resumed = 0;
        for (Path path : new CheckpointFolder(folder, KEEP_ALL).list()) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                TrainingResult rest = run(0, checkpoint);
                assertEquals(whole.digest(), rest.digest(), path.toString());
                assertArrayEquals(whole.parameters(), rest.parameters());
                resumed++;
            }
        }
        assertTrue(resumed >= 7, resumed + " checkpoints");
    }

    private TrainingResult run(long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config("--her"), Attachments.none().with(plan)).run();
    }

    /** The bar: of 15 bits the goal is found, and without hindsight it is not. */
    @Tag("thorough")
    @Test
    void shouldReachGoalsThatAreNotFoundWithoutHindsight() throws Exception {
        assertTrue(success(true) >= 0.95);
        assertTrue(success(false) < 0.05);
    }

    /** The share of 200 greedy episodes that end before the limit, or at the goal with the last step. */
    private static double success(boolean her) throws Exception {
        return Training.of("dqn", "BitFlip-v0")
                .timesteps(20_000)
                .set("her", her)
                .run()
                .evaluate(200, 7)
                .episodes()
                .stream()
                .mapToInt(episode -> episode.ret() > -15 ? 1 : 0)
                .average()
                .orElseThrow();
    }
}
