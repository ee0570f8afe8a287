package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole pipeline plays a game: sticky actions, no-op starts, games that are cut off, stacks, convolutions. Screens
 * are small: {@link GoldenDigestTest} trains on those of full size.
 */
@Tag("slow")
@Timeout(1800)
class AtariTest {
    private static final int ENVIRONMENTS = 4;
    private static final int INTERVAL = 4;
    private static final int INTERVALS = 6;
    private static final int KEEP_ALL = 100;
    private static final Threads DEFAULT = new Threads(0, 1, ENVIRONMENTS, WaitMode.PHASED);
    private static final Threads SERIAL = new Threads(0, 1, 1, WaitMode.PHASED);
    /** A game is cut off after 20 steps, those of its start included. */
    private static final Map<String, String> OPTIONS = Map.of(
            "repeat-action-probability",
            "0.25",
            "noop-max",
            "30",
            "max-num-frames-per-episode",
            "80",
            "screen-size",
            "40");

    @TempDir
    Path folder;

    private static RunConfig config(
            String algorithm, ConvConfig.Kind network, long seed, Schedule schedule, Threads threads) {
        PipelineConfig pipeline = new PipelineConfig(
                schedule,
                ENVIRONMENTS,
                INTERVAL,
                threads.actors(),
                threads.executors(),
                threads.actorBatch(),
                threads.waitMode(),
                threads.learners());
        return RunConfigBuilder.builder(PlainRuns.of(
                        "ALE/HomebrewPaddle-v0",
                        OPTIONS,
                        null,
                        seed,
                        (long) INTERVALS * ENVIRONMENTS * INTERVAL,
                        pipeline,
                        ConvConfig.of(network),
                        algorithm.equals("dqn") ? FrameStackTest.learningFrom(32) : Runs.algorithm(algorithm)))
                .frameStack(4)
                .build();
    }

    private static TrainingResult run(String algorithm, Schedule schedule, Threads threads) {
        return Runs.run(config(algorithm, ConvConfig.Kind.NATURE, 1, schedule, threads), Perturbation.NONE);
    }

    @ParameterizedTest
    @CsvSource({"a2c, 2, 3, 2, YIELDING", "ppo, 1, 4, 3, BLOCKING", "dqn, 0, 2, 3, PHASED"})
    void shouldGiveTheBitsOfTheSerialOracle(
            String algorithm, int actors, int executors, int actorBatch, WaitMode wait) {
        TrainingResult serial = run(algorithm, Schedule.SERIAL, SERIAL);

        assertTrue(serial.episodes() >= ENVIRONMENTS, "games must have ended");
        Threads threads = new Threads(actors, executors, actorBatch, wait);
        assertEquals(serial.digest(), run(algorithm, Schedule.HTS, threads).digest());
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"dqn,NATURE", "a2c,IMPALA"})
    void shouldEndInTheSameBitsFromEveryCheckpoint(String algorithm, ConvConfig.Kind network) throws Exception {
        RunConfig config = config(algorithm, network, 2, Schedule.HTS, DEFAULT);
        String whole = run(config, plan(3, null));
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertEquals(2, checkpoints.size());
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                assertEquals(
                        whole,
                        run(
                                config(algorithm, network, 2, Schedule.HTS, new Threads(1, 2, 3, WaitMode.BLOCKING)),
                                plan(0, checkpoint)),
                        path.toString());
            }
        }
    }

    private static String run(RunConfig config, CheckpointPlan plan) throws Exception {
        return new Trainer(config, Attachments.none().with(plan)).run().digest();
    }

    private CheckpointPlan plan(long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, KEEP_ALL, from);
    }
}
