package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.capacity.Limits.ThreadLimit;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluatedTraining;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Past policies of runs are their opponents. */
class SelfPlayTest {
    private static final String SETTINGS = "--seed 5 --num-envs 6 --sync-interval 16 --total-timesteps 1344 ";
    private static final String GAME = "--env ConnectFour-v0 " + SETTINGS;
    private static final String DUEL = "--env PaddleDuel-v0 "; // moves at the same time

    @TempDir
    private Path folder;

    private static RunConfig config(String flags) {
        return Hts.configure(flags.trim().split(" +"));
    }

    private static TrainingResult run(String flags, Attachments attachments) throws Exception {
        return new Trainer(config((flags.contains(DUEL) ? SETTINGS : GAME) + flags), attachments).run();
    }

    private static String digest(String flags) throws Exception {
        return run(flags, Attachments.none()).digest();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --norm-obs --hidden-sizes 32,32 --opponents pfsp --opponent-every 2",
                "--algo ppo --opponents latest --opponent-every 1 --network minatar",
                "--algo a2c --opponents uniform --opponent-every 3 --memory lstm --memory-size 16",
                "--algo dqn --noisy-sigma 0.5 --opponents pfsp --opponent-every 4 --learning-starts 300 --batch-size 16"
                        + " --buffer-size 1200",
                DUEL + "--algo ppo --opponents pfsp --opponent-every 2",
                DUEL + "--algo a2c --opponents latest --memory gru --memory-size 16",
                DUEL + "--algo ppo --opponents uniform --opponent-every 1",
            })
    void shouldGiveTheSerialDigestWhateverTheThreadsAndBatches(String flags) throws Exception {
        String oracle = digest(flags + " --schedule serial");
        for (String threads : List.of(
                " --executors 1",
                " --executors 6 --actors 2 --actor-batch 3",
                " --executors 2 --actors 1 --learners 3 --wait blocking")) {
            assertEquals(oracle, digest(flags + threads), threads);
        }
        assertNotEquals(oracle, digest(flags + " --schedule sync"));
    }

    @Test
    void shouldGiveEveryRuleItsOwnRun() throws Exception {
        Set<String> digests = new HashSet<>();
        for (String rule : List.of("none", "latest", "uniform", "pfsp", "uniform --opponent-every 3")) {
            digests.add(digest("--algo a2c --opponents " + rule));
        }
        assertEquals(5, digests.size());
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --norm-obs --hidden-sizes 32,32 --opponents pfsp --opponent-every 2",
                "--algo a2c --opponents latest --opponent-every 1 --memory gru --memory-size 16",
                "--algo a2c --opponents uniform --opponent-every 3 --schedule sync",
                DUEL + "--algo ppo --opponents pfsp --opponent-every 2",
                DUEL + "--algo a2c --opponents latest --opponent-every 3",
            })
    void shouldEndInTheSameBitsFromEveryCheckpoint(String flags) throws Exception {
        TrainingResult whole = run(flags, Attachments.none().with(CheckpointPlan.of(folder, 1, 1000, null)));
        List<Path> checkpoints = new CheckpointFolder(folder, 1000).list();
        assertTrue(checkpoints.size() > 5, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile from = CheckpointFile.open(path)) {
                CheckpointPlan plan = CheckpointPlan.of(folder, 0, 1000, from);
                String resumed = run(
                                flags + " --executors 2", Attachments.none().with(plan))
                        .digest();
                assertEquals(whole.digest(), resumed, path.toString());
            }
        }
    }

    private static List<EvaluationRecord> ratings(String flags) throws Exception {
        List<EvaluationRecord> records = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onEvaluation(EvaluationRecord record) {
                records.add(record);
            }
        };
        EvaluationConfig evaluation = new EvaluationConfig(6, 10, EvaluationPolicy.GREEDY);
        new EvaluatedTraining(
                        config(GAME + flags),
                        evaluation,
                        (run, attachments) -> new Trainer(run, attachments).run(),
                        Stateful.NOTHING)
                .run(Attachments.none().with(listener));
        return records;
    }

    @Test
    void shouldRateEveryEvaluatedPolicyWhateverTheThreads() throws Exception {
        String flags = "--algo ppo --hidden-sizes 32,32 --opponents uniform --opponent-every 2";
        List<EvaluationRecord> records = ratings(flags);
        assertTrue(records.size() >= 3, records::toString);
        List<EvaluationRecord.Rating> rated =
                records.stream().map(EvaluationRecord::rating).toList();
        assertTrue(rated.stream().allMatch(rating -> rating.error() > 0), rated::toString);
        assertEquals(
                rated,
                ratings(flags + " --executors 3").stream()
                        .map(EvaluationRecord::rating)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--env CartPole-v1|--opponents: it needs an environment of several agents, and CartPole-v1 has one; "
                        + "leave it out, or choose ConnectFour-v0, for example",
                "--env ConnectFour-v0 --schedule async|--opponents latest: it is not for --schedule async in this "
                        + "version; leave one of them out",
                "--env ConnectFour-v0 --frame-stack 2|--opponents latest: it is not for --frame-stack 2 in this version; "
                        + "leave one of them out",
                "--env TrafficJunction-v0 --observe 0|--opponents latest: it is not for --observe in this version; leave "
                        + "one of them out",
                "--env ConnectFour-v0 --restart-environments|--opponents latest: it is not for --restart-environments in "
                        + "this version; leave one of them out",
            })
    void shouldRefuseWhatSelfPlayCannotHave(String flags, String message) {
        assertEquals(
                message,
                assertThrows(
                                ConfigurationException.class,
                                () -> config("--algo a2c --opponents latest " + flags)
                                        .check())
                        .getMessage());
    }

    @Test
    void shouldCountThePoolBeforeTheRun() {
        double gib = 1L << 30;
        Limits machine = new Limits(2 * gib, 2 * gib, 2 * gib, new ThreadLimit(10_000, "none"));
        String flags = "--algo ppo --hidden-sizes 2048,2048 --no-shared-torso --total-timesteps 1000000 "
                + "--opponent-every 1 --opponents ";
        config("--env ConnectFour-v0 " + flags + "latest").checkCapacity(machine);
        RunConfig large = config("--env ConnectFour-v0 " + flags + "uniform");
        assertTrue(assertThrows(ConfigurationException.class, () -> large.checkCapacity(machine))
                .getMessage()
                .startsWith("--opponents 32 past policies: it must fit the memory of this machine"));
    }
}
