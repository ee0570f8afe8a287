package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All that holds for discrete actions holds for boxes, several choices at once and switches. */
@Timeout(1800)
class ActionKindsTest {
    private static final int KEEP_ALL = 1000;
    private static final List<String> ENVIRONMENTS =
            List.of("Pendulum-v1", "MatchBox-v0", "MatchOpenBox-v0", "MatchChoices-v0", "MatchSwitches-v0");

    /** Of actors 0, 1, 4, executors 1, 2, 16 and batches 1, 3, 16 each two values meet once. */
    private static final List<Threads> EVERY_TWO_VALUES = List.of(
            new Threads(0, 1, 1, WaitMode.PHASED),
            new Threads(0, 2, 3, WaitMode.BLOCKING),
            new Threads(0, 16, 16, WaitMode.PHASED),
            new Threads(1, 1, 3, WaitMode.PHASED),
            new Threads(1, 2, 16, WaitMode.BLOCKING),
            new Threads(1, 16, 1, WaitMode.BLOCKING),
            new Threads(4, 1, 16, WaitMode.BLOCKING),
            new Threads(4, 2, 1, WaitMode.PHASED),
            new Threads(4, 16, 3, WaitMode.PHASED));

    @TempDir
    Path folder;

    static Stream<Arguments> kinds() {
        return Stream.of("a2c", "ppo")
                .flatMap(algorithm -> ENVIRONMENTS.stream().map(env -> Arguments.of(algorithm, env)));
    }

    private static TrainingResult run(String algorithm, String env, Schedule schedule, Threads threads) {
        return Runs.run(Runs.config(algorithm, env, 1, schedule, threads), Perturbation.NONE);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldGiveTheSerialDigestWhateverTheThreads(String algorithm, String env) {
        String oracle = run(algorithm, env, Schedule.SERIAL, Threads.DEFAULT).digest();
        for (Threads threads : List.of(Threads.DEFAULT, new Threads(2, 3, 3, WaitMode.PHASED))) {
            assertEquals(oracle, run(algorithm, env, Schedule.HTS, threads).digest(), threads.toString());
        }
        assertNotEquals(
                oracle,
                Runs.run(Runs.config(algorithm, env, 2, Schedule.HTS, Threads.DEFAULT), Perturbation.NONE)
                        .digest());
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"a2c", "ppo"})
    void shouldGiveTheSerialDigestForEveryShapeOfThePipeline(String algorithm) {
        String oracle =
                run(algorithm, "Pendulum-v1", Schedule.SERIAL, Threads.DEFAULT).digest();
        for (Threads threads : EVERY_TWO_VALUES) {
            assertEquals(
                    oracle, run(algorithm, "Pendulum-v1", Schedule.HTS, threads).digest(), threads.toString());
        }
        String sync =
                run(algorithm, "Pendulum-v1", Schedule.SYNC, Threads.DEFAULT).digest();
        assertEquals(
                sync,
                run(algorithm, "Pendulum-v1", Schedule.SYNC, new Threads(4, 16, 5, WaitMode.PHASED))
                        .digest());
        assertNotEquals(oracle, sync);
    }

    /** Gradients, that of log sigma too, are summed in an order that no number of threads decides. */
    @ParameterizedTest
    @CsvSource({"a2c", "ppo"})
    void shouldGiveTheSameDigestForEveryNumberOfLearners(String algorithm) {
        String one =
                run(algorithm, "MatchBox-v0", Schedule.HTS, Threads.DEFAULT).digest();
        for (int learners : new int[] {2, 3}) {
            Threads threads = new Threads(0, 2, Runs.ENVIRONMENTS, WaitMode.PHASED, learners);
            assertEquals(
                    one, run(algorithm, "MatchBox-v0", Schedule.HTS, threads).digest());
        }
    }

    private CheckpointPlan plan(long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, KEEP_ALL, from);
    }

    @ParameterizedTest
    @CsvSource({"ppo, Pendulum-v1", "a2c, MatchBox-v0", "ppo, MatchChoices-v0"})
    void shouldEndInTheSameBitsFromEveryCheckpoint(String algorithm, String env) throws Exception {
        RunConfig config = Runs.config(algorithm, env, 1, Schedule.HTS, Threads.DEFAULT);
        String whole = new Trainer(config, Attachments.none().with(plan(3, null)))
                .run()
                .digest();
        assertEquals(run(algorithm, env, Schedule.HTS, Threads.DEFAULT).digest(), whole);
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() >= 3);
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                RunConfig other = Runs.config(algorithm, env, 1, Schedule.HTS, new Threads(1, 2, 5, WaitMode.BLOCKING));
                assertEquals(
                        whole,
                        new Trainer(other, Attachments.none().with(plan(0, checkpoint)))
                                .run()
                                .digest());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldActWithTheParametersOfTheInterval(String algorithm, String env) throws Exception {
        RunConfig config = Runs.config(algorithm, env, 1, Schedule.HTS, new Threads(2, 2, 3, WaitMode.PHASED));
        RunWitness witness = new RunWitness(config);

        new Trainer(config, Attachments.none().with(witness)).run();

        witness.assertComplete();
    }

    private static IntervalObserver observer(Consumer<StorageBank> looking) {
        return new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
                looking.accept(bank);
            }
        };
    }

    /** Some draws lie outside of the box: the bank has them, and the environment, which would refuse them, has not. */
    @Test
    void shouldKeepWhatWasDrawnAndNotWhatWasClipped() throws Exception {
        int[] outside = new int[1];
        Consumer<StorageBank> looking = bank -> {
            for (int i = 0; i < bank.shape().rows(); i++) {
                outside[0] += Math.abs(bank.actions()[2 * i]) > 1 ? 1 : 0;
            }
        };
        RunConfig config = Runs.config("ppo", "MatchBox-v0", 1, Schedule.HTS, Threads.DEFAULT);

        new Trainer(config, Attachments.none().with(observer(looking))).run();

        double share = (double) outside[0] / config.totalTimesteps();
        assertEquals(0.317, share, 0.1, "of a normal variable around 0 with a deviation of about 1");
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "a2c, MatchBox-v0, -0.06",
        "ppo, MatchBox-v0, -0.06",
        "ppo, MatchChoices-v0, -0.09",
        "a2c, MatchChoices-v0, -0.09",
        "ppo, MatchSwitches-v0, -0.11"
    })
    void shouldLearnToMatch(String algorithm, String env, double reached) throws Exception {
        boolean quick = algorithm.equals("a2c") || env.equals("MatchSwitches-v0"); // every kind of actions once
        assumeTrue(quick || Boolean.getBoolean("hts.long"), "two seconds: -Dhts.long=true");
        RunConfig made = Runs.config(algorithm, env, 1, Schedule.HTS, Threads.DEFAULT);
        PipelineConfig pipeline = made.pipeline();
        RunConfig config = PlainRuns.of(
                env,
                Map.of(),
                null,
                1,
                1_000_000,
                pipeline,
                new MlpConfig(List.of(32, 32), Activation.TANH, false),
                made.algorithm());
        double[] last = new double[1];
        Consumer<StorageBank> looking = bank -> last[0] = mean(bank);

        new Trainer(config, Attachments.none().with(observer(looking))).run();

        assertTrue(last[0] > reached, "a mean reward of " + last[0]);
    }

    private static double mean(StorageBank bank) {
        double sum = 0;
        for (float reward : bank.rewards()) {
            sum += reward;
        }
        return sum / bank.shape().rows();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Pendulum-v1 | continuous [-2.0] .. [2.0] | a2c, acktr, crossq, ddpg, ppo, sac, td3, tqc or trpo",
                "MatchOpenBox-v0 | continuous [0.0] .. [Infinity] | a2c, acktr, ppo or trpo",
                "MatchChoices-v0 | multi-discrete [3, 2, 4] | a2c, acktr, ppo or trpo",
                "MatchSwitches-v0 | multi-binary 3 | a2c, acktr, ppo or trpo"
            })
    void shouldRefuseWhatDqnCannotChooseAndNameWhatFits(String env, String space, String fitting) {
        RunConfig config = Runs.config("dqn", env, 1, Schedule.HTS, Threads.DEFAULT);
        String message =
                assertThrows(ConfigurationException.class, config::check).getMessage();
        assertEquals(
                "--env " + env + ": it must have discrete actions for dqn in this version, and has " + space
                        + "; choose --algo " + fitting + "; 'hts envs' lists what fits",
                message);
    }
}
