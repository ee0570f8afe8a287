package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.PerturbedRun;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Batches of an update decide bits, shards of the memory and threads do not: the digest is the serial oracle's of one
 * shard, also from each checkpoint on with another number of shards.
 */
@Timeout(1800)
class ShardsTest {
    private static final int INTERVALS = 24;
    private static final int KEEP_ALL = 1000;
    private static final List<String> RUNS = List.of("dqn 1", "dqn 3", "sac 1", "sac 2", "td3 2");
    private static final ConcurrentHashMap<String, String> ORACLE = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    /** @param run algorithm and batches */
    private static RunConfig config(String run, String more) {
        String[] words = run.split(" ");
        String ofAlgorithm = words[0].equals("dqn")
                ? "--env CartPole-v1 --initial-priority actor --n-step 3"
                : "--env Pendulum-v1 --per-alpha 0.6 --n-step 2";
        String flags = "--algo " + words[0] + " --learner-batches " + words[1] + " " + ofAlgorithm
                + " --num-envs 7 --sync-interval 8 --hidden-sizes 16,16 --batch-size 16 --buffer-size 700 --utd 1/5"
                + " --learning-starts 100 --total-timesteps " + INTERVALS * 56 + " " + more;
        return Hts.configure(flags.strip().split(" +"));
    }

    private static String oracle(String run) {
        return ORACLE.computeIfAbsent(
                run,
                name -> Runs.run(config(name, "--schedule serial"), Perturbation.NONE)
                        .digest());
    }

    static Stream<String> runs() {
        return RUNS.stream();
    }

    static Stream<Arguments> shards() {
        return runs().flatMap(run -> Stream.of(
                        "2 --executors 2 --learners 2",
                        "7 --executors 3 --actors 2 --learners 3",
                        "4 --schedule serial")
                .map(shards -> Arguments.of(run, shards)));
    }

    @ParameterizedTest
    @MethodSource("shards")
    void shouldGiveOneDigestForEveryNumberOfShardsAndThreads(String run, String shards) {
        assertEquals(
                oracle(run),
                Runs.run(config(run, "--replay-shards " + shards), Perturbation.NONE)
                        .digest());
    }

    @Test
    void shouldLearnOtherwiseWithOtherBatches() {
        assertNotEquals(oracle("dqn 1"), oracle("dqn 3"));
        assertNotEquals(oracle("sac 1"), oracle("sac 2"));
    }

    private TrainingResult run(RunConfig config, long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config, Attachments.none().with(plan)).run();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGoOnInAnotherNumberOfShards(String run) throws Exception {
        assertEquals(oracle(run), run(config(run, "--replay-shards 2"), 5, null).digest());
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() > 3, checkpoints::toString);
        int shards = 1;
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                RunConfig other = config(run, "--executors 2 --learners 2 --replay-shards " + shards);
                assertEquals(oracle(run), run(other, 0, checkpoint).digest(), shards + " from " + path);
            }
            shards = shards * 3 % 7; // 1, 3, 2, 6, 4, 5
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldBePerturbedAndFoundEqualByVerify(String run) throws Exception {
        List<PerturbedRun> ofShards =
                Matrix.of(config(run, ""), new Matrix.Options(false, false, List.of(), 1)).stream()
                        .filter(each -> each.name().startsWith("replay shards")
                                || each.name().equals("as configured"))
                        .toList();
        assertEquals(
                List.of("as configured", "replay shards 2", "replay shards 7"),
                ofShards.stream().map(PerturbedRun::name).collect(Collectors.toList()));
        Repetitions repetitions = new Repetitions(Components.STANDARD, null, new RunControl());
        VerifyResult result = new VerifySuite(
                        repetitions, new Localizer(repetitions, folder), 1, new VerifySuite.VerifyListener() {})
                .run(ofShards);
        assertTrue(result.equal(), result::toString);
    }

    @Test
    void shouldRefuseMoreShardsThanEnvironments() {
        String message = assertThrows(ConfigurationException.class, () -> config("dqn 1", "--replay-shards 8"))
                .getMessage();
        assertTrue(message.contains("--replay-shards"), message);
        assertTrue(message.contains("--num-envs (7)"), message);
    }
}
