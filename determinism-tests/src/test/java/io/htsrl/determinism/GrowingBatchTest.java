package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code --adapt-batch}: with sizes that a controller decides by the interval alone, such runs have bits that can be
 * compared.
 */
@Timeout(1800)
class GrowingBatchTest {
    private static final String GROWING = " --adapt-batch --allow-nondeterminism";
    private static final Map<String, String> ALGORITHMS = Map.of(
            "dqn", "--env CartPole-v1 --learner-batches 2 --n-step 3",
            "sac", "--env Pendulum-v1 --per-alpha 0.6",
            "td3", "--env Pendulum-v1",
            "tqc", "--env Pendulum-v1 --n-quantiles 5",
            "crossq", "--env Pendulum-v1 --value-hidden-sizes 24");

    private static RunConfig config(String algorithm, String more) {
        String flags = "--algo " + algorithm + " " + ALGORITHMS.getOrDefault(algorithm, "--env CartPole-v1")
                + " --num-envs 4 --sync-interval 8 --hidden-sizes 16,16 --buffer-size 600 --total-timesteps 480"
                + " --utd 1/4 --learning-starts 64 " + more;
        return Hts.configure(flags.strip().split(" +"));
    }

    private static Components controlled(BatchSizeController controller) {
        return new Components() {
            @Override
            public BatchSizeController batchSizeController(BatchSizeController made, RunConfig config) {
                return controller;
            }
        };
    }

    private static TrainingResult run(RunConfig config, Attachments attachments) throws Exception {
        return new Trainer(config, attachments).run();
    }

    private static TrainingResult run(RunConfig config, BatchSizeController controller) throws Exception {
        return run(config, Attachments.none().with(controlled(controller)));
    }

    /** 16 at first, then more and more, then fewer. */
    private static int planned(long interval) {
        return interval < 5 ? 16 : interval < 8 ? 24 : interval < 11 ? 40 : 32;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dqn", "sac", "td3", "tqc", "crossq"})
    void shouldLearnFromGrownBatchesAsFromThoseThatWereThatLarge(String algorithm) throws Exception {
        TrainingResult large = run(config(algorithm, "--batch-size 40"), Attachments.none());
        TrainingResult grown = run(config(algorithm, "--batch-size 16" + GROWING), (size, interval) -> 40);

        assertEquals(large.digest(), grown.digest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dqn", "sac", "td3", "tqc", "crossq"})
    void shouldNotDependOnThreadsWhereTheSizesDoNot(String algorithm) throws Exception {
        String given = "--batch-size 16" + GROWING;
        BatchSizeController controller = (size, interval) -> planned(interval);
        String digest =
                run(config(algorithm, given + " --learners 1"), controller).digest();

        assertEquals(
                digest,
                run(config(algorithm, given + " --executors 3 --learners 3"), controller)
                        .digest());
        assertNotEquals(
                digest, run(config(algorithm, given), (size, interval) -> size).digest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dqn", "sac", "td3", "tqc", "crossq"})
    void shouldGoOnFromACheckpointWithTheGrownBatch(String algorithm, @TempDir Path folder) throws Exception {
        RunConfig config = config(algorithm, "--batch-size 16" + GROWING);
        BatchSizeController controller = (size, interval) -> planned(interval);
        String whole = run(
                        config, Attachments.none().with(controlled(controller)).with(plan(folder, 3, null)))
                .digest();
        for (Path path : new CheckpointFolder(folder, 100).list()) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                BatchSizeController changes = // says nothing but what changes
                        (size, interval) -> planned(interval) == planned(interval - 1) ? size : planned(interval);
                TrainingResult resumed =
                        run(config, Attachments.none().with(controlled(changes)).with(plan(folder, 0, checkpoint)));
                assertEquals(whole, resumed.digest(), path.toString());
            }
        }
    }

    private static CheckpointPlan plan(Path folder, long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, 100, from);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dqn", "sac", "td3"})
    void shouldGrowWithoutABarrierToo(String algorithm) throws Exception {
        String more = "--schedule async --batch-size 16 --adapt-batch --executors 2 --async-params step";
        TrainingResult result = run(config(algorithm, more), (size, interval) -> planned(interval));

        assertEquals(480, result.timesteps());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dqn | --adapt-batch | add --allow-nondeterminism, or choose --schedule async",
                "dqn | --adapt-batch --allow-nondeterminism --schedule serial | choose --schedule hts",
                "ppo | --adapt-batch | is for --algo",
                "sac | --adapt-batch-limit 64 | --adapt-batch",
                "sac | --adapt-batch --allow-nondeterminism --batch-size 16 --adapt-batch-limit 8 | --buffer-size (600)",
                "sac | --adapt-batch --allow-nondeterminism --batch-size 16 --adapt-batch-limit 601 | --buffer-size (600)"
            })
    void shouldRefuseWhatCannotBeMeant(String algorithm, String given, String said) {
        String known = algorithm.equals("ppo") ? "--algo ppo --env CartPole-v1 " + given : null;
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> (known == null ? config(algorithm, given) : Hts.configure(known.split(" +"))).check());

        assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }

    @Test
    void shouldCountTheLimitWhereMemoryIsCounted() {
        RunConfig config = config("dqn", "--batch-size 16" + GROWING);
        assertEquals(256, config.algorithm().minibatch(config.pipeline()));
        RunConfig small = config("dqn", "--batch-size 64" + GROWING);
        assertEquals(600, small.algorithm().minibatch(small.pipeline()), "no more than the memory holds");
        assertFalse(config.unpromised().isEmpty());
        assertTrue(config("dqn", "--allow-nondeterminism").unpromised().isEmpty());
    }
}
