package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rungs that continue paused runs, with the real trainer: 18 intervals of each whole run. */
class SweepRungsTest {
    private static final String SEARCH = "--seeds 1,2 --search 9 --learning-rate 1e-4..1e-1 --search-seed 7 ";

    @TempDir
    Path parent;

    private CommandLineFixture hts;
    private final AtomicLong intervals = new AtomicLong();

    private int sweep(String name, TrainingRunner runner, String more) {
        hts = new CommandLineFixture();
        return hts.run(
                runner,
                ("sweep --env CartPole-v1 --algo ppo --num-envs 4 --num-steps 8 --num-minibatches 2 --update-epochs 1 "
                                + "--total-timesteps 576 --hidden-sizes 8 --out " + parent.resolve(name) + " " + more)
                        .strip()
                        .split(" "));
    }

    /** Counts intervals; fails in the interval of that number. */
    private TrainingRunner failingAt(long number) {
        return (config, attached) -> {
            TrainingListener counting = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    if (intervals.incrementAndGet() == number) {
                        throw new IllegalStateException("for the test");
                    }
                }
            };
            return RecordedRuns.TRAINER.run(config, attached.with(TrainingListener.both(attached.listener(), counting)));
        };
    }

    private String csv(String name) throws IOException { // without times
        return Files.readString(parent.resolve(name).resolve("sweep.csv"))
                .replaceAll("(finished|failed),(\\d+),[^,]*,[^,]*,", "$1,$2,");
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
    @ParameterizedTest
    @ValueSource(strings = {"--anneal-lr", "--no-anneal-lr --eval-every 5 --eval-episodes 1", "--schedule serial"})
    void shouldContinueARunInsteadOfTrainingItAgain(String settings) throws IOException {
        assertEquals(ExitCode.OK, sweep("halved", failingAt(-1), SEARCH + settings), () -> hts.err.toString());
        assertEquals("", hts.err.toString());
        assertEquals(
                2 * (9 * 2 + 3 * (1 + 6 - 2) + 1 + 18 - 6),
                intervals.get(),
                "each interval of a run once, but for the one that is learnt from where it pauses");
        assertTrue(hts.out.toString().contains("round 3: 1 candidate to 576 timesteps"), hts.out::toString);

        assertEquals(ExitCode.OK, sweep("whole", failingAt(-1), SEARCH + "--halving 1 " + settings));
        assertEquals(2, finished("halved").size());
        for (Path run : finished("halved")) {
            Path whole = parent.resolve("whole").resolve(run.getFileName());
            assertEquals(digest(whole), digest(run));
            assertEquals(
                    Files.readString(whole.resolve("digests.jsonl")), Files.readString(run.resolve("digests.jsonl")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sampler random --batch 2", "--sampler tpe --batch 4"})
    void shouldHaveTheSameResultsWithAnyNumberOfJobs(String sampler) throws IOException {
        String words = "--seeds 1 --search 14 --learning-rate 1e-4..1e-1 --gamma 0.9;0.99 " + sampler;
        assertEquals(ExitCode.OK, sweep("one", failingAt(-1), words), () -> hts.err.toString());
        long alone = intervals.getAndSet(0);
        assertEquals(ExitCode.OK, sweep("four", failingAt(-1), words + " --jobs 4"), () -> hts.err.toString());

        assertEquals(csv("one"), csv("four"));
        assertEquals(alone, intervals.get());
    }

    /** A process that is killed leaves what the first failing run leaves, and a torn journal. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 9, 17, 18, 19, 22, 25, 30, 33, 40})
    void shouldHaveTheResultsOfAnUninterruptedSearch(long number) throws IOException {
        String words = "--seeds 1 --search 9 --sampler tpe --batch 4 --learning-rate 1e-4..1e-1 --checkpoint-every 4";
        sweep("whole", failingAt(-1), words);
        intervals.set(0);
        TrainingRunner killed = (config, attached) -> {
            if (intervals.get() >= number) {
                throw new KilledError();
            }
            return failingAt(number).run(config, attached);
        };
        try {
            sweep("cut", killed, words);
        } catch (KilledError e) {
            // as wanted
        }
        leaveAsKilled(parent.resolve("cut"));
        assertEquals(ExitCode.OK, sweep("cut", failingAt(-1), words), () -> hts.err.toString());
        assertEquals(csv("whole"), csv("cut"));
    }

    private static final class KilledError extends Error {
        private static final long serialVersionUID = 1;
    }

    private static void leaveAsKilled(Path sweep) throws IOException {
        Path journal = sweep.resolve("journal.jsonl");
        Files.writeString(journal, Files.readString(journal).replaceAll("(?m)^.*\"failed\".*\n", "") + "{\"run\": \"Ca");
        try (Stream<Path> runs = Files.list(sweep)) {
            for (Path run : runs.filter(Files::isDirectory).toList()) {
                if (RunReader.open(run).state() == RunReader.RunState.FAILED) {
                    Files.delete(run.resolve("summary.json"));
                }
            }
        }
    }

    @Test
    void shouldSayWhatTheSearchNeeds() {
        assertEquals(ExitCode.MISTAKE, sweep("none", failingAt(-1), "--seeds 1 --sampler tpi --batch 0"));
        String errors = hts.errors();
        assertTrue(errors.contains("--sampler tpi: it must be one of random, tpe"), errors);
        assertTrue(errors.contains("--batch 0: it must be in 1 .. 10000"), errors);
        assertTrue(errors.contains("--batch 0: it is for a search"), errors);
        assertFalse(Files.exists(parent.resolve("none")));
    }

    /** As a process leaves it that is killed while it makes a run's first files. */
    @Test
    void shouldBeginARunAgainThatHasNoSettingsYet() throws IOException {
        Path run = parent.resolve("cut/CartPole-v1__ppo__1");
        Files.createDirectories(run);
        Files.writeString(run.resolve("digests.jsonl"), "");
        assertEquals(ExitCode.OK, sweep("cut", failingAt(-1), "--seeds 1"), () -> hts.err.toString());
        assertEquals(List.of(run), finished("cut").subList(0, 1));
    }

    /** Runs without checkpoints start each rung from the beginning. */
    @Test
    void shouldTrainAgainWhereARunCannotBeContinued() throws IOException {
        assertEquals(
                ExitCode.OK,
                sweep("async", failingAt(-1), "--seeds 1 --search 3 --learning-rate 1e-4..1e-1 --schedule async"),
                () -> hts.err.toString());
        assertEquals(1, finished("async").size());
        assertTrue(hts.out.toString().contains("begins again"), hts.out::toString);
    }
}
