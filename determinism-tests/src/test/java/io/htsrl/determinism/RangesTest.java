package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MemoryConfig.Kind;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges of replicas, and replicas as arrays, have the bits of the serial runner whoever owns which range. */
@Timeout(600)
class RangesTest {
    private static final int INTERVALS = 6;

    @TempDir
    Path folder;

    /** Lets arrays step the replicas, or no arrays. */
    private static final class Batches implements Components {
        private final boolean wanted;
        private boolean asked;

        Batches(boolean wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean batches(BatchedEnvironment made, RunConfig config) {
            asked = true;
            return wanted;
        }
    }

    private static RunConfig config(long seed, PipelineConfig pipeline) {
        Random draws = new Random(seed);
        String environment = List.of("CartPole-v1", "Acrobot-v1", "MountainCar-v0", "Pendulum-v1")
                .get((int) seed % 4);
        String algorithm = List.of("ppo", "a2c", environment.equals("Pendulum-v1") ? "a2c" : "dqn")
                .get(draws.nextInt(3));
        MlpConfig mlp = new MlpConfig(List.of(16, 16), Activation.TANH, draws.nextBoolean());
        MemoryConfig memory = algorithm.equals("dqn") || draws.nextInt(3) > 0 ? MemoryConfig.NONE : memory(draws);
        return PlainRuns.of(
                environment,
                Map.of(),
                null,
                seed,
                (long) INTERVALS * pipeline.numEnvs() * pipeline.syncInterval(),
                pipeline,
                RecurrentConfig.of(mlp, memory),
                Runs.algorithm(algorithm));
    }

    private static MemoryConfig memory(Random draws) {
        Kind kind = List.of(Kind.LSTM, Kind.GRU, Kind.MINGRU).get(draws.nextInt(3));
        return new MemoryConfig(kind, 16, draws.nextInt(9));
    }

    private static PipelineConfig pipeline(Random draws, int environments, int interval) {
        return new PipelineConfig(
                Schedule.HTS,
                environments,
                interval,
                draws.nextInt(4) == 0 ? 1 : 0,
                1 + draws.nextInt(Math.min(5, environments)),
                1 + draws.nextInt(environments),
                WaitMode.values()[draws.nextInt(WaitMode.values().length)],
                1);
    }

    static LongStream seeds() {
        return LongStream.range(0, Boolean.getBoolean("hts.long") ? 120 : 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveTheBitsOfTheSerialRunner(long seed) throws Exception {
        Random draws = new Random(seed);
        int environments = 4 * (1 + draws.nextInt(9)); // an interval fits the replay memory
        int interval = 8 + draws.nextInt(40);
        PipelineConfig serial =
                new PipelineConfig(Schedule.SERIAL, environments, interval, 0, 1, 1, WaitMode.PHASED, 1);
        String expected = run(config(seed, serial), Attachments.none()).digest();

        for (int i = 0; i < 2; i++) {
            RunConfig config = config(seed, pipeline(draws, environments, interval));
            Batches arrays = new Batches(true);
            assertEquals(expected, run(config, Attachments.none().with(arrays)).digest(), "arrays, " + config);
            boolean possible = config.pipeline().actors() == 0 && config.network() instanceof MlpConfig; // no memory
            assertEquals(possible, arrays.asked, "whether arrays were possible, " + config);
        }
        RunConfig alone =
                config(seed, new PipelineConfig(Schedule.HTS, environments, interval, 0, 1, 7, WaitMode.PHASED, 1));
        assertEquals(
                expected,
                run(alone, Attachments.none().with(new Batches(false))).digest(),
                "ranges of plain environments");
    }

    @Test
    void shouldContinueEachOthersCheckpoints() throws Exception {
        PipelineConfig pipeline = new PipelineConfig(Schedule.HTS, 20, 48, 0, 2, 20, WaitMode.PHASED, 1);
        RunConfig config = config(4, pipeline);
        Batches arrays = new Batches(true);
        Attachments all = Attachments.none().with(arrays).with(plan(1, null));
        String expected = run(config, all).digest();
        assertTrue(arrays.asked);

        for (Path path : new CheckpointFolder(folder, INTERVALS).list()) {
            boolean wanted = CheckpointFolder.interval(path) % 2 == 0;
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                Attachments rest = Attachments.none().with(new Batches(wanted)).with(plan(0, checkpoint));
                assertEquals(expected, run(config, rest).digest(), path + (wanted ? ", arrays" : ", plain"));
            }
        }
    }

    private CheckpointPlan plan(long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, INTERVALS, from);
    }

    private static TrainingResult run(RunConfig config, Attachments attachments) throws Exception {
        return new Trainer(config, attachments).run();
    }
}
