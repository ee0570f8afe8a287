package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixTest {
    private static final Matrix.Options WHOLE = new Matrix.Options(false, true, List.of(), 10_000);

    private static RunConfig config(String... more) {
        String[] flags = {"--algo", "ppo", "--env", "CartPole-v1", "--total-timesteps", "100000", "--learners", "1"};
        String[] all = new String[flags.length + more.length];
        System.arraycopy(flags, 0, all, 0, flags.length);
        System.arraycopy(more, 0, all, flags.length, more.length);
        return Hts.configure(all);
    }

    private static List<String> names(List<PerturbedRun> runs) {
        return runs.stream().map(PerturbedRun::name).toList();
    }

    @Test
    void shouldPerturbAtLeastFortyTimes() {
        List<PerturbedRun> runs = Matrix.of(config(), WHOLE);
        assertTrue(runs.size() > 40, names(runs)::toString);
        assertEquals(
                runs.size(), runs.stream().map(PerturbedRun::name).distinct().count());
        assertTrue(
                names(runs)
                        .containsAll(List.of(
                                "serial",
                                "actors 8",
                                "executors 16",
                                "batch limit 1",
                                "wait busy-spin",
                                "one slow environment, the first",
                                "one slow actor, the last",
                                "slow learner",
                                "slow executors",
                                "C1 alone (-XX:TieredStopAtLevel=1)",
                                "-Xint, the first 10,240 steps",
                                "learners 2",
                                "learners 4")),
                names(runs)::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "3", "16", "64"})
    void shouldFitEveryNumberOfEnvironments(String environments) {
        for (PerturbedRun run : Matrix.of(config("--num-envs", environments, "--num-minibatches", "1"), WHOLE)) {
            run.config().check();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hts", "sync", "serial"})
    void shouldChangeNothingThatDecidesBits(String schedule) {
        RunConfig reference = config("--schedule", schedule);
        List<PerturbedRun> runs = Matrix.of(reference, WHOLE);
        assertSame(reference, runs.get(0).config());
        for (PerturbedRun run : runs) {
            PipelineConfig pipeline = run.config().pipeline();
            assertEquals(
                    reference.pipeline().schedule().lag(), pipeline.schedule().lag(), run.name());
            assertEquals(
                    reference,
                    PlainRuns.of(
                            run.config().env(),
                            run.config().envOptions(),
                            run.config().stepTime(),
                            run.config().seed(),
                            run.config().totalTimesteps(),
                            reference.pipeline(),
                            run.config().network(),
                            run.config().algorithm()),
                    run.name());
            assertEquals(
                    List.of(16, 32, Backend.JVM),
                    List.of(pipeline.numEnvs(), pipeline.syncInterval(), pipeline.backend()),
                    run.name());
        }
    }

    @Test
    void shouldLeaveOutTheOracleOfAnotherSchedule() {
        assertFalse(names(Matrix.of(config("--schedule", "sync"), WHOLE)).contains("serial"));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void shouldStopAndResumeShortRunsToo(int intervals) throws Exception {
        RunConfig reference = config().atOwnSpeed(intervals * 16L * 32);
        PerturbedRun resumed = Matrix.of(reference, WHOLE).stream()
                .filter(run -> run.name().equals("stopped and resumed"))
                .findFirst()
                .orElseThrow();
        Repetitions repetitions = new Repetitions(Components.STANDARD, null, new RunControl());

        assertEquals(
                repetitions.run(PerturbedRun.of("whole", reference), null).digests(),
                repetitions.run(resumed, null).digests());
    }

    @Test
    void shouldNotResumeWhatIsTooShortForIt() {
        assertFalse(names(Matrix.of(config().atOwnSpeed(2 * 16 * 32), WHOLE)).contains("stopped and resumed"));
    }

    /** Its one lane is not split, and its libraries' threads are perturbed instead. */
    @Test
    void shouldPerturbTheThreadsOfNativeLibraries() {
        List<String> names = names(Matrix.of(config("--backend", "nd4j"), WHOLE));
        assertTrue(names.contains("BLAS threads 2"), names::toString);
        assertFalse(names.contains("learners 2"), names::toString);
    }

    @Test
    void shouldHaveASmallMatrix() {
        List<PerturbedRun> runs = Matrix.of(config(), new Matrix.Options(true, true, List.of(Path.of("/jdk")), 1));
        assertEquals(
                List.of(
                        "as configured",
                        "the same again",
                        "batch limit 3",
                        "actors 2, executors 2, batch limit 3",
                        "actors 8, executors 16, batch limit 3",
                        "learners 4",
                        "jitter everywhere, seed 3",
                        "one slow environment, the last",
                        "slow learner",
                        "serial",
                        "stopped and resumed",
                        "without the vector module",
                        "JDK 0 (jdk)"),
                names(runs));
    }

    @Test
    void shouldInterpretAPrefixWithoutTheVectorModule() {
        PerturbedRun xint = Matrix.of(config(), WHOLE).stream()
                .filter(run -> run.name().startsWith("-Xint"))
                .findFirst()
                .orElseThrow();
        assertEquals(20, xint.intervals());
        assertTrue(xint.jvm().orElseThrow().flags().contains("-Xint"));
        assertFalse(xint.jvm().orElseThrow().flags().contains("--add-modules"));
        PerturbedRun whole = Matrix.of(config(), new Matrix.Options(false, true, List.of(), 100_000)).stream()
                .filter(run -> run.name().equals("-Xint"))
                .findFirst()
                .orElseThrow();
        assertEquals(PerturbedRun.ALL, whole.intervals());
    }
}
