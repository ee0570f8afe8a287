package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.PipelineConfigBuilder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics of observations and rewards are part of a run's bits, as φ is: invariants 3, 4, 6 and 9 hold of them. */
@Timeout(1800)
@Tag("slow")
class NormalizationTest {
    private static final int KEEP_ALL = 1000;
    private static final int FEATURES = 4;

    @TempDir
    Path folder;

    /** CartPole's run with all statistics; of DQN at 5/4 updates per step, which no interval divides. */
    private static RunConfig config(String algorithm, Schedule schedule, Threads threads) {
        RunConfig plain = Runs.config(algorithm, "CartPole-v1", 1, schedule, threads);
        return plain.algorithm() instanceof DqnConfig dqn ? Runs.with(plain, often(dqn)) : Runs.normalized(plain);
    }

    private static DqnConfig often(DqnConfig dqn) {
        return new DqnConfig(
                dqn.optimizer(),
                dqn.gamma(),
                dqn.exploration(),
                dqn.replay(),
                dqn.initialPriority(),
                701,
                new Ratio(5, 4),
                dqn.targetNetworkFrequency(),
                dqn.tau(),
                dqn.doubleQ(),
                dqn.dueling(),
                null,
                0,
                null);
    }

    private static String digest(RunConfig config) {
        return Runs.run(config, Perturbation.NONE).digest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldGiveTheSerialDigestWhateverTheThreadsAndBatches(String algorithm) {
        String oracle = digest(config(algorithm, Schedule.SERIAL, Threads.DEFAULT));
        for (Threads threads : List.of(
                Threads.DEFAULT,
                new Threads(0, 16, 1, WaitMode.PHASED, 2),
                new Threads(1, 2, 16, WaitMode.BLOCKING, 3),
                new Threads(4, 16, 3, WaitMode.PHASED, 4))) {
            assertEquals(oracle, digest(config(algorithm, Schedule.HTS, threads)), threads.toString());
        }
        assertNotEquals(
                oracle, Runs.run(algorithm, 1, Schedule.SERIAL, Threads.DEFAULT).digest());
        String sync = digest(config(algorithm, Schedule.SYNC, Threads.DEFAULT));
        assertEquals(sync, digest(config(algorithm, Schedule.SYNC, new Threads(2, 4, 16, WaitMode.PHASED, 2))));
        assertNotEquals(oracle, sync);
    }

    /** They have six features, truncations within intervals, and actions of a box. */
    @ParameterizedTest
    @ValueSource(strings = {"Acrobot-v1", "OracleChain-v0", "Pendulum-v1"})
    void shouldGiveTheSerialDigestOnOtherEnvironments(String environment) {
        for (String algorithm : List.of("a2c", "ppo")) {
            RunConfig serial =
                    Runs.normalized(Runs.config(algorithm, environment, 1, Schedule.SERIAL, Threads.DEFAULT));
            RunConfig concurrent = Runs.normalized(
                    Runs.config(algorithm, environment, 1, Schedule.HTS, new Threads(2, 2, 3, WaitMode.PHASED)));
            assertEquals(digest(serial), digest(concurrent));
        }
    }

    /** Every output row is what φ_k with the statistics of φ_k gives. */
    @ParameterizedTest
    @CsvSource({"a2c,HTS", "ppo,HTS", "dqn,HTS", "ppo,SYNC", "ppo,SERIAL"})
    void shouldActWithTheStatisticsOfTheInterval(String algorithm, Schedule schedule) throws Exception {
        RunConfig config = config(algorithm, schedule, Threads.DEFAULT);
        RunWitness witness = new RunWitness(config);
        new Trainer(config, Attachments.none().with(witness)).run();
        witness.assertComplete();
    }

    /** Holds the statistics of each φ against those of all observations, in two passes. */
    private static final class StatisticsWitness implements IntervalObserver {
        private final int lag;
        private final List<float[]> banks = new ArrayList<>();
        private int checked;

        StatisticsWitness(Schedule schedule) {
            this.lag = schedule.lag();
        }

        @Override
        public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
            int rows = bank.shape().rows() * FEATURES; // not what follows the last step: it is the next bank's
            banks.add(Arrays.copyOf(bank.floatObservations(), rows));
            check(parameters, banks.size() - lag);
        }

        @Override
        public void onFinish(long intervals, float[] parameters, Consumer<BitHasher> learner) {
            check(parameters, banks.size());
        }

        private void check(float[] parameters, int learnt) {
            float[] tail = Arrays.copyOfRange(parameters, parameters.length - 2 * FEATURES, parameters.length);
            for (int feature = 0; feature < FEATURES; feature++) {
                double mean = learnt == 0 ? 0 : sum(learnt, feature, 0, 1) / count(learnt);
                double variance = learnt == 0 ? 1 : sum(learnt, feature, mean, 2) / count(learnt);
                assertEquals(mean, tail[feature], 1e-6);
                assertEquals(1 / Math.sqrt(variance + 1e-8), tail[FEATURES + feature], 1e-4);
            }
            checked++;
        }

        private double count(int learnt) {
            return banks.stream()
                    .limit(learnt)
                    .mapToInt(bank -> bank.length / FEATURES)
                    .sum();
        }

        /** Adds up powers of distances from {@code centre}. */
        private double sum(int learnt, int feature, double centre, int power) {
            double sum = 0;
            for (float[] bank : banks.subList(0, learnt)) {
                for (int i = feature; i < bank.length; i += FEATURES) {
                    sum += power == 1 ? bank[i] - centre : (bank[i] - centre) * (bank[i] - centre);
                }
            }
            return sum;
        }
    }

    @ParameterizedTest
    @CsvSource({"ppo,HTS", "ppo,SYNC", "a2c,SERIAL", "dqn,HTS"})
    void shouldGiveEachPhiTheStatisticsOfTheBanksThatItHasLearntFrom(String algorithm, Schedule schedule)
            throws Exception {
        StatisticsWitness witness = new StatisticsWitness(schedule);
        RunConfig config = config(algorithm, schedule, Threads.DEFAULT);
        new Trainer(config, Attachments.none().with(witness)).run();

        assertEquals(config.intervals() + (schedule.overlaps() ? 1 : 0), witness.checked);
    }

    private TrainingResult run(RunConfig config, CheckpointPlan plan) throws Exception {
        return new Trainer(
                        config, Attachments.none().with(TrainingListener.NONE).with(plan))
                .run();
    }

    private CheckpointPlan plan(long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, KEEP_ALL, from);
    }

    @ParameterizedTest
    @CsvSource({"a2c,HTS", "ppo,HTS", "ppo,SYNC", "ppo,SERIAL", "dqn,HTS"})
    void shouldEndInTheSameBitsFromEveryCheckpoint(String algorithm, Schedule schedule) throws Exception {
        RunConfig config = config(algorithm, schedule, Threads.DEFAULT);
        String whole = run(config, plan(3, null)).digest();
        assertEquals(whole, digest(config));
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() >= 3);
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                assertEquals(whole, run(config, plan(0, checkpoint)).digest(), path.toString());
            }
        }
    }

    /** Nothing is promised of its bits; rollouts of one replica may lie in any column. */
    @Test
    void shouldLearnWithoutABarrierToo() {
        RunConfig hts = config("ppo", Schedule.HTS, Threads.DEFAULT);
        PipelineConfig p = hts.pipeline();
        PipelineConfig async = new PipelineConfig(
                Schedule.ASYNC, p.numEnvs(), p.syncInterval(), 2, 2, p.actorBatch(), WaitMode.PHASED, 1);
        RunConfig config = hts.with(PipelineConfigBuilder.builder(async)
                .async(new AsyncConfig(AsyncConfig.Freshness.STEP, AsyncConfig.Correction.VTRACE, 4, 32))
                .build());
        TrainingResult result = Runs.run(config, Perturbation.NONE);
        float[] parameters = result.parameters();

        assertEquals(hts.totalTimesteps(), result.timesteps());
        assertNotEquals(1, parameters[parameters.length - 1]);
        for (float parameter : parameters) {
            assertTrue(Float.isFinite(parameter));
        }
    }

    /** Features: one that never varies, one as large as floats are, one around 1000, and one that may become NaN. */
    private static final class Extremes implements Environment {
        private final int firstNaN;
        private int steps;

        Extremes(int firstNaN) {
            this.firstNaN = firstNaN;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(
                    "Extremes-v0", ObservationSpace.floats(4), new ActionSpace.Discrete(2), 50, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            observe(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            steps++;
            result.set(steps % 2 == 0 ? 1e30 : -1e-30, steps % 7 == 0, false);
            observe(out);
        }

        private void observe(ObservationSlot out) {
            out.set(0, -0.3f);
            out.set(1, steps % 3 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE);
            out.set(2, 1000 + 0.01f * (steps % 5));
            out.set(3, steps < firstNaN ? steps % 2 : Float.NaN);
        }
    }

    /** The check before a run refuses them otherwise: they count steps beyond an episode's end. */
    private static RunConfig extremes(int firstNaN) {
        RunConfig config = Runs.normalized(Runs.config("ppo", "CartPole-v1", 1, Schedule.HTS, Threads.DEFAULT));
        return RunConfigBuilder.builder(config)
                .allowNondeterminism(true)
                .build()
                .in(() -> new Extremes(firstNaN));
    }

    @Test
    void shouldStayFiniteWhateverTheObservationsAndRewards() {
        float[] parameters =
                Runs.run(extremes(Integer.MAX_VALUE), Perturbation.NONE).parameters();
        int mean = parameters.length - 2 * FEATURES;

        for (float parameter : parameters) {
            assertTrue(Float.isFinite(parameter));
        }
        assertEquals(-0.3f, parameters[mean]);
        assertEquals(1e4f, parameters[mean + FEATURES], "of a feature that never varies");
        assertEquals(1000, parameters[mean + 2], 1);
    }

    @Test
    void shouldRefuseNaNAsARunWithoutStatisticsDoes() {
        TrainingFailedException failed = assertThrows(
                TrainingFailedException.class,
                () -> new Trainer(extremes(100), TrainingListener.NONE, new RunControl()).run());

        assertTrue(failed.getCause().getMessage().contains("NaN"), failed.getCause()::getMessage);
    }
}
