package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.Delays;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariants 6 and 9 for actors with critics: the digest is the serial oracle's, also from each checkpoint on. */
@Timeout(1800)
@Tag("slow")
class BoxTest {
    /** With prioritized replay, returns of several steps and what else has state. */
    private static final Map<String, String> ALGORITHMS = Map.of(
            "sac",
                    "--alpha-first --alpha-loss log --per-alpha 0.6 --n-step 3 --noise-correlation 0.9 --norm-obs --norm-reward --reset-every 100",
            "td3", "--noise-type ou --exploration-noise 0.5 --norm-obs --reset-every 90",
            "ddpg",
                    "--env MatchParts-v0 --per-alpha 0.6 --max-grad-norm 1 --network combined --activation gelu --layer-norm --critic-sees second",
            "sac of choices",
                    "--env Masked-v0 --env-option kind=parts --network combined --per-alpha 0.6 --n-step 2 --reset-every 80",
            "crossq", "--value-hidden-sizes 20 --per-alpha 0.6 --norm-obs --reset-every 150 --renorm-warmup-steps 40",
            "tqc",
                    "--env MatchImage-v0 --reset-every 50 --n-quantiles 7 --n-critics 3 --policy-frequency 2 --no-alpha-first");

    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final int INTERVALS = 30;
    private static final int KEEP_ALL = 1000;
    private static final ConcurrentHashMap<String, String> ORACLE = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private static RunConfig config(String algorithm, String more) {
        return config(algorithm, "--utd 1/3 --learning-starts 100", more);
    }

    private static RunConfig config(String algorithm, String ratio, String more) {
        String chosen = ALGORITHMS.get(algorithm);
        String flags = "--algo " + algorithm.split(" ")[0] + (chosen.contains("--env") ? "" : " --env Pendulum-v1")
                + " --num-envs 5 --sync-interval 8 --hidden-sizes 16,16"
                + " --batch-size 16 --buffer-size 600 --total-timesteps " + INTERVALS * 40 + " "
                + chosen + " " + ratio + " " + more;
        return Hts.configure(flags.strip().split(" +"));
    }

    private static String digest(String algorithm, String more, Perturbation perturbation) {
        return Runs.run(config(algorithm, more), perturbation).digest();
    }

    private static String oracle(String algorithm) {
        return ORACLE.computeIfAbsent(algorithm, name -> digest(name, "--schedule serial", Perturbation.NONE));
    }

    static Stream<String> algorithms() {
        return ALGORITHMS.keySet().stream().sorted();
    }

    static Stream<Arguments> shapes() {
        return algorithms()
                .flatMap(algorithm -> Stream.of(
                                "--executors 1 --learners 1",
                                "--executors 2 --learners 2",
                                "--executors 5 --actors 1 --learners 3",
                                "--executors 3 --actors 2 --actor-batch 2 --learners 4",
                                "--executors 2 --actors 4 --actor-batch 1 --wait blocking")
                        .map(shape -> Arguments.of(algorithm, shape)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldGiveTheSerialDigestForEveryShapeOfThePipeline(String algorithm, String shape) {
        assertEquals(oracle(algorithm), digest(algorithm, shape, Perturbation.NONE));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveTheSerialDigestUnderDelays(String algorithm) {
        Perturbation jitter = Delays.jitter(99, EnumSet.allOf(Perturbation.Point.class), 1.0 / 30, 400_000);
        assertEquals(oracle(algorithm), digest(algorithm, "--executors 2 --actors 2 --learners 2", jitter));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldBeDeterministicUnderSyncToo(String algorithm) {
        String digest = digest(algorithm, "--schedule sync", Perturbation.NONE);
        assertEquals(digest, digest(algorithm, "--schedule sync --executors 5 --learners 3", Perturbation.NONE));
        assertNotEquals(oracle(algorithm), digest, "sync has no lag, so it learns otherwise");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveAnotherDigestForAnotherSeed(String algorithm) {
        assertNotEquals(oracle(algorithm), digest(algorithm, "--seed 2", Perturbation.NONE));
    }

    /** Updates of each interval, and whether it learns from the first interval on after which its steps suffice. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldMakeExactlyTheUpdatesThatTheRatioAsksFor(String algorithm) throws Exception {
        List<Double> updates = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                updates.add(report.losses().getOrDefault("updates", 0.0));
            }
        };
        new Trainer(
                        config(algorithm, "--utd 3 --learning-starts 60", ""),
                        Attachments.none().with(listener))
                .run();
        List<Double> expected = new ArrayList<>();
        for (int interval = 0; interval < updates.size(); interval++) {
            expected.add(3.0 * Math.max(0, 40 * interval - 60)); // those of the interval before, which lags
        }
        assertEquals(expected, updates);
    }

    private TrainingResult run(RunConfig config, long every, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return new Trainer(config, Attachments.none().with(plan)).run();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldEndInTheSameBitsFromEveryCheckpoint(String algorithm) throws Exception {
        assertEquals(oracle(algorithm), run(config(algorithm, ""), 7, null).digest());
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertTrue(checkpoints.size() > 3, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                TrainingResult resumed = run(config(algorithm, "--executors 2 --learners 2"), 0, checkpoint);
                assertEquals(oracle(algorithm), resumed.digest(), path.toString());
            }
        }
    }

    /** A quick build verifies two: one whose actions have several parts, and one that sees images. */
    static Stream<String> verified() {
        return LONG ? algorithms() : Stream.of("sac of choices", "tqc");
    }

    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("verified")
    void shouldBeFoundEqualByVerify(String algorithm) throws Exception {
        Repetitions repetitions = new Repetitions(Components.STANDARD, null, new RunControl());
        VerifyResult result = new VerifySuite(
                        repetitions, new Localizer(repetitions, folder), 1, new VerifySuite.VerifyListener() {})
                .run(Matrix.of(config(algorithm, ""), new Matrix.Options(true, false, List.of(), 1)));
        assertTrue(result.equal(), result::toString);
        assertTrue(result.perturbations() >= 10, result::toString);
    }
}
