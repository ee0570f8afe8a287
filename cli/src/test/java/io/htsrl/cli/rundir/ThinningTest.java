package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.DigestReader.ChainExtent;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of long runs have fewer lines the longer they are, the same after a resume, and are readable. */
@Tag("slow")
class ThinningTest {
    private static final long WHOLE = Thinning.WHOLE;

    @TempDir
    Path parent;

    private static IntervalReport report(long k) {
        return new IntervalReport(k, (k + 1) * 8, k + 1, k + 1, 1, 1, Map.of(), digest(k));
    }

    private static String digest(long k) {
        return "0".repeat(16) + HexFormat.of().toHexDigits(k);
    }

    private RunDirectory run(long from, long to, RunDirectory run) throws IOException {
        for (long k = from; k < to; k++) {
            run.onEpisode(new EpisodeRecord(k, 8 * k + 1, 0, k, 7, false));
            run.onInterval(report(k));
        }
        return run;
    }

    private RunDirectory begun(String name, long intervals, Thinning thinning) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(name));
        Files.writeString(folder.resolve("config.yaml"), "log-all: " + (thinning == Thinning.NONE) + "\n");
        return run(0, intervals, new RunDirectory(folder, 1 << 20, thinning));
    }

    private RunReader ended(String name, long intervals, Thinning thinning) throws IOException {
        begun(name, intervals, thinning).close();
        return RunReader.open(parent.resolve(name));
    }

    private List<String> lines(String run, String file) throws IOException {
        return Files.readAllLines(parent.resolve(run).resolve(file));
    }

    @Test
    void shouldKeepEveryLineOfTheFirstAndHalfAsManyOfEachDoubling() {
        assertTrue(LongStream.range(0, WHOLE).allMatch(Thinning.DOUBLING::keeps));
        for (int doubling = 0; doubling < 4; doubling++) {
            long begin = WHOLE << doubling;
            long spacing = 2L << doubling;
            assertEquals(
                    LongStream.range(begin, 2 * begin)
                            .filter(k -> (k + 1) % spacing == 0)
                            .boxed()
                            .toList(),
                    LongStream.range(begin, 2 * begin)
                            .filter(Thinning.DOUBLING::keeps)
                            .boxed()
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheNextLine(Thinning thinning) {
        for (long begin : new long[] {0, WHOLE - 3, 2 * WHOLE - 9, 64 * WHOLE - 300, 1L << 50}) {
            for (long index = begin; index < begin + 500; index++) {
                long next = index;
                while (begin < 1L << 50 && !thinning.keeps(next)) {
                    next++;
                }
                if (begin < 1L << 50) {
                    assertEquals(next, thinning.next(index));
                }
                assertTrue(thinning.keeps(thinning.next(index)));
            }
        }
    }

    /** A billion intervals take some days at full speed. */
    @Test
    void shouldStayBoundedForEverySensibleRun() {
        long lines = 0;
        for (long k = Thinning.DOUBLING.next(0); k < 1_000_000_000; k = Thinning.DOUBLING.next(k + 1)) {
            lines++;
        }
        assertTrue(lines < 530_000, "lines " + lines);
    }

    @Test
    void shouldKeepEveryLineOfAShortRun() throws IOException {
        ended("run", 5000, Thinning.DOUBLING);

        assertEquals(5000, lines("run", "digests.jsonl").size());
        assertEquals(5001, lines("run", "episodes.csv").size());
    }

    @ParameterizedTest
    @ValueSource(longs = {4 * WHOLE, 4 * WHOLE + 1})
    void shouldThinTheLinesOfALongRunAndEndWithItsLast(long intervals) throws IOException {
        ended("run", intervals, Thinning.DOUBLING);

        List<String> digests = lines("run", "digests.jsonl");
        assertEquals(2 * WHOLE + intervals - 4 * WHOLE, digests.size());
        assertTrue(digests.get(digests.size() - 1).startsWith("{\"interval\":" + (intervals - 1) + ","));
        assertEquals(1 + 2 * WHOLE, lines("run", "episodes.csv").size());
    }

    @Test
    void shouldKeepAllLinesWhenAsked() throws IOException {
        RunReader run = ended("run", WHOLE + 100, Thinning.NONE);

        assertEquals(WHOLE + 100, lines("run", "digests.jsonl").size());
        assertEquals(WHOLE + 101, lines("run", "episodes.csv").size());
        assertEquals(WHOLE + 100, extent(run).intervals());
    }

    private static ChainExtent extent(RunReader run) {
        try (DigestReader reader = run.digests()) {
            while (reader.next() != null) {
                // to the end
            }
            return reader.extent();
        }
    }

    /** Resumes from checkpoints at kept lines and at others, the run's end among them. */
    @Test
    void shouldGoOnInTheSameBytes() throws IOException {
        long end = 2 * WHOLE + 11;
        ended("whole", end, Thinning.DOUBLING);
        for (long from : new long[] {WHOLE + 1, WHOLE + 2, 2 * WHOLE + 1, end}) {
            String name = "killed-" + from;
            ByteArrayOutputStream state = new ByteArrayOutputStream();
            RunDirectory killed = begun(name, from, Thinning.DOUBLING);
            killed.save(new DataOutputStream(state));
            run(from, from + 20, killed).close();

            RunDirectory resumed = RunDirectory.reopen(RunLock.of(parent.resolve(name)), 1 << 20, Thinning.DOUBLING);
            resumed.restore(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
            run(from, end, resumed);
            complete(resumed, "f".repeat(32), end);

            List<String> digests = lines(name, "digests.jsonl");
            assertEquals(
                    "{\"interval\":" + end + ",\"timesteps\":" + 8 * end + ",\"digest\":\"" + "f".repeat(32) + "\"}",
                    digests.get(digests.size() - 1),
                    "the learning after the last one");
            assertEquals(lines("whole", "digests.jsonl"), digests.subList(0, digests.size() - 1));
            assertEquals(lines("whole", "episodes.csv"), lines(name, "episodes.csv"));
        }
    }

    /** Writes all that comes before the model, whose writing needs a configuration. */
    private static void complete(RunDirectory run, String digest, long intervals) {
        assertThrows(
                NullPointerException.class,
                () -> run.complete(
                        null,
                        new TrainingResult(
                                8 * intervals,
                                1,
                                1,
                                1,
                                0,
                                Double.NaN,
                                1,
                                1,
                                Map.of(1, 3L),
                                digest,
                                "beef",
                                new float[0],
                                TimeUse.NONE,
                                false)));
        run.close();
    }

    @Test
    void shouldReadAThinnedChainAndItsEnd() throws IOException {
        assertEquals(
                new ChainExtent(2 * WHOLE + 5, (2 * WHOLE + 5) * 8, digest(2 * WHOLE + 4), false),
                extent(ended("run", 2 * WHOLE + 5, Thinning.DOUBLING)));
    }

    @Test
    void shouldRefuseAChainThatLacksALine() throws IOException {
        RunReader run = ended("run", WHOLE + 100, Thinning.DOUBLING);
        List<String> lines = lines("run", "digests.jsonl");
        lines.remove((int) WHOLE + 3);
        Files.write(run.folder().resolve("digests.jsonl"), lines);

        ConfigurationException e = assertThrows(ConfigurationException.class, () -> extent(run));

        assertTrue(
                e.getMessage().contains("line " + (WHOLE + 4) + " should be of interval " + (WHOLE + 7)),
                e::getMessage);
    }

    @Test
    void shouldRefuseLinesBehindOneThatARunsEndAloneWrites() throws IOException {
        RunReader run = ended("run", WHOLE + 101, Thinning.DOUBLING);
        Files.writeString(
                run.folder().resolve("digests.jsonl"),
                "{\"interval\":" + (WHOLE + 101) + ",\"timesteps\":" + (WHOLE + 102) * 8 + ",\"digest\":\""
                        + "0".repeat(32) + "\"}\n",
                StandardOpenOption.APPEND);

        ConfigurationException e = assertThrows(ConfigurationException.class, () -> extent(run));

        assertTrue(e.getMessage().contains("follows one that is written at a run's end alone"), e::getMessage);
    }

    @Tag("thorough")
    @Test
    void shouldCompareRunsThatWereStoppedBetweenLines() throws IOException {
        RunReader a = ended("a", 2 * WHOLE + 5, Thinning.DOUBLING);
        RunReader b = ended("b", 2 * WHOLE + 7, Thinning.DOUBLING);
        RunReader all = ended("all", 2 * WHOLE + 6, Thinning.NONE);

        for (ChainDiff diff : List.of(ChainDiff.of(a, b), ChainDiff.of(b, a))) {
            assertEquals(2 * WHOLE + 4, diff.equalIntervals());
            assertTrue(!diff.differs() && !diff.equal());
        }
        assertEquals(2 * WHOLE + 5, ChainDiff.of(a, all).equalIntervals());
        assertEquals(2 * WHOLE + 5, ChainDiff.of(all, a).equalIntervals());
        assertTrue(ChainDiff.of(a, a).equal());
    }

    @Test
    void shouldNarrowADifferenceDownToTheSpanBetweenTwoLines() throws IOException {
        RunReader a = ended("a", 2 * WHOLE + 100, Thinning.DOUBLING);
        RunReader b = ended("b", 2 * WHOLE + 100, Thinning.DOUBLING);
        Path digests = b.folder().resolve("digests.jsonl");
        List<String> lines = Files.readAllLines(digests);
        for (int i = (int) (WHOLE + WHOLE / 2 + 10); i < lines.size(); i++) {
            lines.set(i, lines.get(i).replaceAll("[0-9a-f]{32}", "f".repeat(32)));
        }
        Files.write(digests, lines);

        ChainDiff diff = ChainDiff.of(a, b);

        assertTrue(diff.differs() && diff.differsInSpan());
        assertEquals(2 * WHOLE + 40, diff.equalIntervals());
        assertEquals(2 * WHOLE + 43, diff.firstA().interval());
        assertEquals(2 * WHOLE + 43, diff.firstB().interval());
    }
}
