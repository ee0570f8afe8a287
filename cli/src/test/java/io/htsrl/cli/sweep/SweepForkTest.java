package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sweeps fork with the real trainer: four forks at interval 7 of a run of 12 intervals. */
class SweepForkTest {
    private static final String GRID = " --at 7 --learning-rate 1e-2,1e-3 --grid gamma=0.9,0.95 --anneal-lr";

    @TempDir
    private static Path origin;

    @TempDir
    Path parent;

    private CutSweeps sweeps;

    /** Once: forks leave their origin alone. */
    @BeforeAll
    static void trainAnOrigin() {
        assertEquals(
                ExitCode.OK,
                hts("train --env CartPole-v1 --algo ppo --seed 3 --num-envs 4 --num-steps 8 --norm-obs "
                        + "--num-minibatches 2 --update-epochs 2 --hidden-sizes 8 --total-timesteps 384 --checkpoint-every 5 "
                        + "--eval-every 3 --eval-episodes 1 --quiet --out " + origin));
    }

    @BeforeEach
    void makeSweeps() {
        sweeps = new CutSweeps(parent);
    }

    private static int hts(String words) {
        CommandLineFixture hts = new CommandLineFixture();
        int code = hts.run(RecordedRuns.TRAINER, words.split(" +"));
        assertEquals("", hts.errors());
        return code;
    }

    private int sweep(String name, String words) {
        return sweeps.run(name, "", "--fork-from " + origin + words);
    }

    private List<Path> runs(String sweep) throws IOException {
        try (Stream<Path> runs = Files.list(parent.resolve(sweep))) {
            return runs.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static ChainDiff diff(Path a, Path b) {
        return ChainDiff.of(RunReader.open(a), RunReader.open(b));
    }

    @Test
    void shouldMakeTheForksOfSingleCommandsWithAnyNumberOfJobs() throws IOException {
        assertEquals(ExitCode.OK, sweep("one", GRID), sweeps::errors);
        assertEquals(
                3 + 4 * 6,
                sweeps.intervals(),
                "the past is trained once, from 5; each part has its last update besides");
        assertTrue(sweeps.out().contains("hts fork " + origin + " --at 7 --set learning-rate="), sweeps.out());
        assertEquals(ExitCode.OK, sweep("four", GRID + " --jobs 4"), sweeps::errors);

        assertEquals(sweeps.csv("one"), sweeps.csv("four"));
        assertEquals(4, runs("one").size());
        for (Path run : runs("one")) {
            assertEquals(7, diff(origin, run).equalIntervals());
            assertTrue(
                    diff(run, parent.resolve("four").resolve(run.getFileName())).equal());
        }
        Path alone = parent.resolve("alone");
        hts("fork " + origin + " --at 7 --set learning-rate=1e-3 --set gamma=0.95 --set anneal-lr --quiet --out "
                + alone);
        assertTrue(runs("one").stream().anyMatch(run -> diff(run, alone).equal()));
    }

    @Tag("thorough")
    @Test
    void shouldHaveTheForksOfAnUninterruptedOne() throws IOException {
        sweep("whole", GRID);
        for (long number : new long[] {1, 2, 5, 14}) { // in the past, at its end, in a fork
            String cut = "cut-" + number;
            sweeps.kill(cut, number, "", "--fork-from " + origin + GRID);
            assertEquals(ExitCode.OK, sweeps.run(cut, "", ""), sweeps::errors);
            assertEquals(sweeps.csv("whole"), sweeps.csv(cut));
        }
    }

    @Test
    void shouldMakeAForkAgainWhoseCheckpointsAreDamaged() throws IOException {
        sweep("whole", GRID);
        sweeps.kill("cut", 6, "", "--fork-from " + origin + GRID);
        for (Path run : runs("cut")) {
            for (Path file : RunFolders.checkpoints(run).list()) {
                Files.delete(file); // which may be a link to another one
                Files.writeString(file, "damaged");
            }
        }

        assertEquals(ExitCode.OK, sweeps.run("cut", "", ""), sweeps::errors);

        assertEquals(sweeps.csv("whole"), sweeps.csv("cut"));
        assertTrue(sweeps.out().contains(" was begun and begins again"), sweeps.out());
    }

    @Test
    void shouldAddForksToASweep() throws IOException {
        sweep("some", " --at 7 --learning-rate 1e-2,1e-3");

        assertEquals(ExitCode.OK, sweep("some", " --at 7 --learning-rate 1e-2,1e-4"), sweeps::errors);

        assertEquals(3, runs("some").size());
        assertTrue(sweeps.out().contains("done before"), sweeps.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " --at 7 --num-envs 8 --hidden-sizes 8;16 --env Acrobot-v1 | --hidden-sizes: it must be a setting that can",
                " --at 7 --grid num-steps=8,16 | --num-steps: it must be a setting that can change during a run of ppo",
                " --at 99 --gamma 0.9 | --at 99: it must be from 1 to 12",
                " --at 7 --gamma 0.9,7 | --gamma",
                " --gamma 0.9 | must be given with --at",
                " --at 7 --seeds 1 | must not be given beside --seeds",
                " --at 7 --search 3 --gamma 0.9..0.99 | must not be given beside --search",
                " --at 7 --gamma 0.9..0.99 | must not hold a range",
                "x --at 7 | there is no such folder"
            })
    void shouldSayWhatForksNeed(String words, String message) {
        assertEquals(ExitCode.MISTAKE, sweep("none", (words.startsWith("x") ? "" : " ") + words));

        assertTrue(sweeps.errors().contains(message), sweeps::errors);
        assertFalse(Files.exists(parent.resolve("none")));
    }
}
