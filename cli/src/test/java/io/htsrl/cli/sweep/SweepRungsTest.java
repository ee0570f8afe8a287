package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rungs continue paused runs, with the real trainer: 18 intervals of each whole run. */
class SweepRungsTest {
    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final String SEARCH = "--seeds 1,2 --search 9 --learning-rate 1e-4..1e-1 --search-seed 7 ";

    @TempDir
    Path parent;

    private CutSweeps sweeps;

    @BeforeEach
    void make() {
        sweeps = new CutSweeps(parent);
    }

    private static String words(String more) {
        return "--algo ppo --num-envs 4 --num-steps 8 --num-minibatches 2 --update-epochs 1 --total-timesteps 576 "
                + "--hidden-sizes 8 " + more;
    }

    private int sweep(String name, String more) {
        return sweeps.run(name, "CartPole-v1", words(more));
    }

    private static String digest(Path run) {
        return RunReader.open(run).summary().orElseThrow().path("digest").asText();
    }

    private List<Path> finished(String name) throws IOException {
        try (Stream<Path> runs = Files.list(parent.resolve(name))) {
            return runs.filter(run -> Files.exists(run.resolve("config.yaml")))
                    .filter(run -> RunReader.open(run).state() == RunReader.RunState.FINISHED)
                    .sorted()
                    .toList();
        }
    }

    /** Annealing is planned over the whole run in every rung. */
    @Test
    void shouldContinueARunInsteadOfTrainingItAgain() throws IOException {
        continuesRuns("--anneal-lr");
    }

    @Tag("thorough")
    @Test
    void shouldContinueARunThatIsEvaluated() throws IOException {
        continuesRuns("--no-anneal-lr --eval-every 5 --eval-episodes 1");
    }

    private void continuesRuns(String settings) throws IOException {
        assertEquals(ExitCode.OK, sweep("halved", SEARCH + settings), sweeps::errors);
        assertEquals("", sweeps.errors());
        assertEquals(
                2 * (9 * 2 + 3 * (1 + 6 - 2) + 1 + 18 - 6),
                sweeps.intervals(),
                "each interval of a run once, but for the one that is learnt from where it pauses");
        assertTrue(sweeps.out().contains("round 3: 1 candidate to 576 timesteps"), sweeps.out());

        assertEquals(ExitCode.OK, sweep("whole", SEARCH + "--halving 1 " + settings));
        assertEquals(2, finished("halved").size());
        for (Path run : finished("halved")) {
            Path whole = parent.resolve("whole").resolve(run.getFileName());
            assertEquals(digest(whole), digest(run));
            assertEquals(
                    Files.readString(whole.resolve("digests.jsonl")), Files.readString(run.resolve("digests.jsonl")));
        }
    }

    @Tag("thorough")
    @Test
    void shouldHaveTheSameRandomDrawsWithAnyNumberOfJobs() throws IOException {
        givesTheSameResultsWithFourJobs("--sampler random --batch 2");
    }

    @Test
    void shouldHaveTheSameResultsWithAnyNumberOfJobs() throws IOException {
        givesTheSameResultsWithFourJobs("--sampler tpe --batch 4");
    }

    private void givesTheSameResultsWithFourJobs(String sampler) throws IOException {
        String words = "--seeds 1 --search 14 --learning-rate 1e-4..1e-1 --gamma 0.9;0.99 " + sampler;
        assertEquals(ExitCode.OK, sweep("one", words), sweeps::errors);
        long alone = sweeps.intervals();
        assertEquals(ExitCode.OK, sweep("four", words + " --jobs 4"), sweeps::errors);

        assertEquals(sweeps.csv("one"), sweeps.csv("four"));
        assertEquals(alone, sweeps.intervals());
    }

    /** A process that is killed leaves what the first failing run leaves, and a torn journal. */
    @Test
    void shouldHaveTheResultsOfAnUninterruptedSearch() throws IOException {
        String words = "--seeds 1 --search 9 --sampler tpe --batch 4 --learning-rate 1e-4..1e-1 --checkpoint-every 4";
        sweep("whole", words);
        for (long number : LONG ? new long[] {1, 9, 18, 22, 30, 40} : new long[] {9, 30}) {
            String cut = "cut-" + number;
            sweeps.kill(cut, number, "CartPole-v1", words(words));
            assertEquals(ExitCode.OK, sweep(cut, words), sweeps::errors);
            assertEquals(sweeps.csv("whole"), sweeps.csv(cut));
        }
    }

    @Test
    void shouldSayWhatTheSearchNeeds() {
        assertEquals(ExitCode.MISTAKE, sweep("none", "--seeds 1 --sampler tpi --batch 0"));
        String errors = sweeps.errors();
        assertTrue(errors.contains("--sampler tpi: it must be one of random, tpe"), errors);
        assertTrue(errors.contains("--batch 0: it must be in 1 .. 10000"), errors);
        assertTrue(errors.contains("--batch 0: it is for a search"), errors);
        assertFalse(Files.exists(parent.resolve("none")));
    }

    /** A process that is killed while it makes a run's first files leaves this. */
    @Test
    void shouldBeginARunAgainThatHasNoSettingsYet() throws IOException {
        Path run = parent.resolve("cut/CartPole-v1__ppo__1");
        Files.createDirectories(run);
        Files.writeString(run.resolve("digests.jsonl"), "");
        assertEquals(ExitCode.OK, sweep("cut", "--seeds 1"), sweeps::errors);
        assertEquals(List.of(run), finished("cut").subList(0, 1));
    }

    /** Runs without checkpoints start each rung from the beginning. */
    @Test
    void shouldTrainAgainWhereARunCannotBeContinued() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep("async", "--seeds 1 --search 3 --learning-rate 1e-4..1e-1 --schedule async"),
                sweeps::errors);
        assertEquals(1, finished("async").size());
        assertTrue(sweeps.out().contains("begins again"), sweeps.out());
    }
}
