package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is drawn decides what can be drawn next, threads decide nothing: the digest is the serial oracle's. */
@Timeout(1800)
class SelectorsTest {
    private static final int INTERVALS = 24;
    private static final int KEEP_ALL = 1000;
    /** Algorithm, sampler, limit, and batches of an update. */
    private static final List<String> RUNS = List.of(
            "dqn fifo 1 2",
            "dqn max-heap 2 1",
            "dqn prioritized 3 2",
            "dqn uniform 1 1",
            "sac lifo 1 2",
            "td3 min-heap 0 1");

    private static final ConcurrentHashMap<String, String> ORACLE = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private static RunConfig config(String run, String more) {
        String[] words = run.split(" ");
        boolean dqn = words[0].equals("dqn");
        boolean byPriority = words[1].equals("prioritized") || words[1].endsWith("heap");
        String flags = "--algo " + words[0] + " --replay-sampler " + words[1] + " --max-times-sampled " + words[2]
                + " --learner-batches " + words[3] + (dqn ? " --env CartPole-v1" : " --env Pendulum-v1")
                + (byPriority ? " --per-alpha 0.6" + (dqn ? " --initial-priority actor" : "") : " --per-alpha 0")
                + " --num-envs 7 --sync-interval 8 --hidden-sizes 16,16 --batch-size 16 --buffer-size 400 --utd 1/14"
                + " --n-step 3 --learning-starts 100 --total-timesteps " + INTERVALS * 56 + " " + more;
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

    static Stream<Arguments> threads() {
        return runs().flatMap(run -> Stream.of("--executors 2 --learners 2", "--executors 3 --actors 2 --learners 3")
                .map(threads -> Arguments.of(run, threads)));
    }

    @ParameterizedTest
    @MethodSource("threads")
    void shouldGiveOneDigestForAllThreads(String run, String threads) {
        assertEquals(
                oracle(run), Runs.run(config(run, threads), Perturbation.NONE).digest());
    }

    @Test
    void shouldLearnOtherwiseByAnotherSamplerOrLimit() {
        List<String> one = List.of(
                "dqn fifo 1 1",
                "dqn fifo 2 1",
                "dqn lifo 1 1",
                "dqn uniform 1 1",
                "dqn uniform 0 1",
                "dqn max-heap 1 1",
                "dqn min-heap 1 1",
                "dqn prioritized 1 1",
                "dqn prioritized 0 1");
        assertEquals(
                one.size(), one.stream().map(SelectorsTest::oracle).distinct().count());
    }

    private TrainingResult run(RunConfig config, long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config, Attachments.none().with(plan)).run();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGoOnFromEachCheckpoint(String run) throws Exception {
        RunConfig config = config(run, "--executors 2 --learners 2");
        assertEquals(oracle(run), run(config, 5, null).digest());
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() > 3, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                assertEquals(oracle(run), run(config, 0, checkpoint).digest(), () -> "from " + path);
            }
        }
    }

    @Test
    void shouldBePerturbedAndFoundEqualByVerify() throws Exception {
        List<PerturbedRun> all = Matrix.of(config("dqn fifo 1 2", ""), new Matrix.Options(false, false, List.of(), 1));
        assertFalse(all.stream().anyMatch(each -> each.name().startsWith("replay shards")), "it has one piece");
        List<PerturbedRun> some = all.stream()
                .filter(each -> each.quick() || each.name().startsWith("learners"))
                .toList();
        assertTrue(
                some.size() > 8,
                () -> some.stream().map(PerturbedRun::name).toList().toString());
        Repetitions repetitions = new Repetitions(Components.STANDARD, null, new RunControl());
        VerifyResult result = new VerifySuite(
                        repetitions, new Localizer(repetitions, folder), 1, new VerifySuite.VerifyListener() {})
                .run(some);
        assertTrue(result.equal(), result::toString);
    }
}
