package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.report.EpisodeRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readers of the files of lines drop a torn last line, and name any other damage. */
class RecordedFilesTest {
    private static final String FIRST =
            "{'interval':0,'timesteps':64,'wall_seconds':0.5,'steps_per_second':null,'episodes':0,"
                    + "'mean_return_100':null,'lag':1}";
    private static final String SECOND =
            "{'interval':1,'timesteps':128,'wall_seconds':0.6,'steps_per_second':9.5,'episodes':1,"
                    + "'mean_return_100':2.0,'lag':1}";

    @TempDir
    Path folder;

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private MetricsReader metrics(String text) throws IOException {
        return new MetricsReader(Files.writeString(folder.resolve("metrics.jsonl"), json(text)));
    }

    private EpisodesReader episodes(String lines) throws IOException {
        return new EpisodesReader(
                Files.writeString(folder.resolve("episodes.csv"), EpisodesReader.HEADER + "\n" + lines));
    }

    private static void assertDamaged(String message, Runnable reading) {
        ConfigurationException e = assertThrows(ConfigurationException.class, reading::run);
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is no JSON                                     | junk",
                "is no JSON                                     | {'interval':1}{}",
                "is no JSON object                              | 17",
                "has no whole number as interval                | {'a':1}",
                "has no whole number as timesteps               | {'interval':1,'timesteps':'128'}",
                "has no number as mean_return_100               | SECOND 2.0 '2.0'",
                "has no number as lag_mean                      | SECOND 'lag':1 'lag':1,'lag_mean':'x'",
                "has no number as mean_return_100               | SECOND 2.0 1e999",
                "is of an interval that was there before        | SECOND 'interval':1 'interval':0",
                "counts fewer timesteps than there were         | SECOND 128 63",
                "has no time as wall_seconds                    | SECOND 0.6 -0.6",
            })
    void shouldNameTheDamagedLineOfMetrics(String message, String damaged) throws IOException {
        String[] words = damaged.split(" ");
        String line = words.length == 3 ? SECOND.replace(words[1], words[2]) : damaged;
        try (MetricsReader reader = metrics(FIRST + "\n" + line + "\n" + SECOND + "\n")) {
            assertEquals(64, reader.next().path("timesteps").asLong());
            assertDamaged("line 2 " + message, reader::next);
        }
    }

    @Test
    void shouldDropATornLastLineOfMetrics() throws IOException {
        for (int length = 0; length < SECOND.length(); length++) {
            try (MetricsReader reader = metrics(FIRST + "\n" + SECOND.substring(0, length))) {
                assertEquals(0, reader.next().path("interval").asLong());
                assertNull(reader.next(), "cut off after " + length);
            }
        }
    }

    @Test
    void shouldReadEpisodesAndNameADamagedOne() throws IOException {
        try (EpisodesReader reader = episodes("0,12,3,9.0,9,false\n1,80,0,null,4,true\n1,8x,0,1.0,4,true\n")) {
            assertEquals(new EpisodeRecord(0, 12, 3, 9, 9, false), reader.next());
            assertEquals(new EpisodeRecord(1, 80, 0, Double.NaN, 4, true), reader.next());
            assertDamaged("line 4 is none: 1,8x,0,1.0,4,true", reader::next);
        }
        try (EpisodesReader reader = episodes("0,12,3,1.0E-5,9,false\n0,12,3,9.")) {
            assertEquals(1e-5, reader.next().ret());
            assertNull(reader.next());
        }
        try (EpisodesReader reader = episodes("0,12,3,9.1.2,9,false\n")) {
            assertDamaged("line 2 is none", reader::next);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "line 1 is not interval               | 2,64,0.5,greedy,0,9.0,9",
                "line 3 is none: 2,64,0.5,greedy,1,q  | HEADER;2,64,0.5,greedy,0,9.0,9;2,64,0.5,greedy,1,q,9",
                "line 3 does not follow the one       | HEADER;2,64,0.5,greedy,0,9.0,9;2,64,0.5,greedy,2,9.0,9",
                "line 3 does not follow the one       | HEADER;2,64,0.5,greedy,0,9.0,9;3,64,0.5,greedy,1,9.0,9",
                "line 2 does not follow the one       | HEADER;2,64,0.5,greedy,1,9.0,9",
            })
    void shouldNameTheDamagedLineOfEvaluations(String message, String lines) throws IOException {
        Files.writeString(
                folder.resolve(EvaluationsFile.NAME),
                lines.replace("HEADER", EvaluationsFile.HEADER).replace(';', '\n') + "\n");

        assertDamaged(message, () -> EvaluationsFile.read(folder));
    }

    @Test
    void shouldDropATornLastEvaluation() throws IOException {
        Files.writeString(
                folder.resolve(EvaluationsFile.NAME),
                EvaluationsFile.HEADER + "\n2,64,0.5,greedy,0,9.0,9\n2,64,0.5,greedy,1,9.0,1");

        assertEquals(1, EvaluationsFile.read(folder).get(0).episodes().size());
    }

    @Test
    void shouldEndALineThatHasNoEnd() throws IOException {
        Path sparse = folder.resolve("metrics.jsonl");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(1L << 36);
        }
        try (MetricsReader reader = new MetricsReader(sparse)) {
            assertDamaged("line 1 is longer than " + RecordedLines.LONGEST + " bytes", reader::next);
        }
    }

    @Test
    void shouldRefuseADeviceInThePlaceOfEveryFile() throws IOException {
        for (String name : List.of(
                "config.yaml",
                "manifest.json",
                "summary.json",
                "metrics.jsonl",
                "episodes.csv",
                "evaluations.csv",
                "digests.jsonl")) {
            Files.createSymbolicLink(folder.resolve(name), Path.of("/dev/zero"));
        }
        assertDamaged("no regular file", () -> RunReader.open(folder));
        Files.delete(folder.resolve("config.yaml"));
        Files.writeString(folder.resolve("config.yaml"), "seed: 1\n");
        RunReader run = RunReader.open(folder);
        for (Runnable reading : List.<Runnable>of(
                run::manifest,
                run::summary,
                run::metricsReader,
                run::episodes,
                () -> EvaluationsFile.read(folder),
                run::digests)) {
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertDamaged("(it is no regular file)", reading));
        }
    }
}
