package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A disk with room for {@code room} bytes. */
    private static final class SmallDisk extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final int room;

        SmallDisk(int room) {
            this.room = room;
        }

        @Override
        public void write(int b) throws IOException {
            if (written.size() == room) {
                throw new IOException("No space left on device");
            }
            written.write(b);
        }
    }

    @TempDir
    Path folder;

    private static IntervalReport report(long k) {
        Map<String, Double> losses = new LinkedHashMap<>();
        losses.put("policy_loss", -0.125);
        losses.put("explained_variance", Double.NaN);
        return new IntervalReport(
                k,
                (k + 1) * 100,
                (k + 1) * 0.5,
                2 * k,
                k == 0 ? Double.NaN : 20 + k,
                k == 0 ? -1 : 1,
                losses,
                "digest" + k);
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    @Test
    void shouldWriteADigestForEveryInterval() throws IOException {
        try (RunDirectory run = new RunDirectory(folder, 10, Thinning.DOUBLING)) {
            for (int k = 0; k < 25; k++) {
                run.onInterval(report(k));
            }
        }

        List<String> digests = lines("digests.jsonl");
        assertEquals(25, digests.size());
        assertEquals("{\"interval\":24,\"timesteps\":2500,\"digest\":\"digest24\"}", digests.get(24));
    }

    @Test
    void shouldWriteMetricsOfEveryNthIntervalAndOfTheLast() throws IOException {
        try (RunDirectory run = new RunDirectory(folder, 10, Thinning.DOUBLING)) {
            for (int k = 0; k < 25; k++) {
                run.onInterval(report(k));
            }
        }

        assertEquals(
                List.of(9, 19, 24),
                lines("metrics.jsonl").stream()
                        .map(line -> {
                            return assertDoesNotThrow(() -> JSON.readTree(line))
                                    .get("interval")
                                    .asInt();
                        })
                        .toList());
    }

    @Test
    void shouldWriteEveryFigureAndNullForNaN() throws IOException {
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING)) {
            run.onInterval(report(0));
            run.onInterval(report(1));
        }

        assertEquals(
                "{\"interval\":0,\"timesteps\":100,\"wall_seconds\":0.5,\"steps_per_second\":200.0,\"episodes\":0,"
                        + "\"mean_return_100\":null,\"lag\":-1,\"policy_loss\":-0.125,\"explained_variance\":null}",
                lines("metrics.jsonl").get(0));
        assertEquals(
                21.0,
                JSON.readTree(lines("metrics.jsonl").get(1))
                        .get("mean_return_100")
                        .asDouble());
    }

    @Test
    void shouldWriteEpisodesAsTheyEnd() throws IOException {
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING)) {
            run.onEpisode(new EpisodeRecord(3, 400, 2, 200, 200, true));
            run.onEpisode(new EpisodeRecord(3, 401, 0, -0.1, 7, false));
        }

        assertEquals(
                List.of(
                        "interval,timestep,environment,return,length,truncated",
                        "3,400,2,200.0,200,true",
                        "3,401,0,-0.1,7,false"),
                lines("episodes.csv"));
    }

    @Test
    void shouldWriteSmallFilesWholeOrNotAtAll() throws IOException {
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING)) {
            run.write("summary.json", "first");
            run.write("summary.json", "second");
            Files.createDirectories(folder.resolve("taken/by-a-folder"));

            assertThrows(RunDirectoryException.class, () -> run.write("taken", "text"));
        }

        assertEquals("second", Files.readString(folder.resolve("summary.json")));
        assertEquals(
                List.of("digests.jsonl", "episodes.csv", "metrics.jsonl", "summary.json", "taken"),
                Arrays.stream(folder.toFile().list()).sorted().toList());
    }

    @Test
    void shouldTellOfAFullDiskOnceAndKeepWhatWasWritten() {
        SmallDisk disk = new SmallDisk(100_000);
        LineFile file = new LineFile(Path.of("digests.jsonl"), disk, null);

        RunDirectoryException failure = assertThrows(RunDirectoryException.class, () -> {
            for (int line = 0; line < 100_000; line++) {
                file.write("0123456789");
            }
        });
        assertTrue(failure.getMessage().contains("digests.jsonl: No space left on device"), failure::getMessage);
        assertDoesNotThrow(file::close);
        assertTrue(disk.written.toString(StandardCharsets.US_ASCII).startsWith("0123456789\n0123456789\n"));
    }

    @Test
    void shouldTellOfADeviceThatIsFull() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "needs /dev/full");
        LineFile file = LineFile.create(full);
        file.write("0123456789");

        RunDirectoryException failure = assertThrows(RunDirectoryException.class, file::close);
        assertTrue(failure.getMessage().contains("/dev/full: No space left on device"), failure::getMessage);
    }

    @Test
    void shouldFlushWholeLinesAlone() {
        ByteArrayOutputStream disk = new ByteArrayOutputStream();
        LineFile file = new LineFile(Path.of("digests.jsonl"), disk, null);
        for (int line = 0; line < 20_000; line++) {
            file.write("0123456789");
            assertEquals(0, disk.size() % 11);
        }
        assertTrue(disk.size() > 0);
    }

    @Test
    void shouldFailBeforeTheSummaryTellsOfSuccess() {
        SmallDisk disk = new SmallDisk(0);
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        RunDirectory run = new RunDirectory(
                folder,
                1,
                Thinning.DOUBLING,
                new LineFile(Path.of("m"), good, null),
                new LineFile(Path.of("e"), good, null),
                new LineFile(Path.of("d"), disk, null));
        run.onInterval(report(0));

        assertThrows(
                RunDirectoryException.class,
                () -> run.complete(
                        null,
                        new TrainingResult(
                                100,
                                1,
                                100,
                                100,
                                0,
                                Double.NaN,
                                1,
                                1,
                                Map.of(1, 3L),
                                "last",
                                "beef",
                                new float[0],
                                TimeUse.NONE,
                                false)));

        assertFalse(Files.exists(folder.resolve("summary.json")));
    }

    @Test
    void shouldCloseEveryFileThoughOneCannotBeFlushed() throws IOException {
        SmallDisk disk = new SmallDisk(0);
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        RunDirectory run = new RunDirectory(
                folder,
                1,
                Thinning.DOUBLING,
                new LineFile(Path.of("m"), good, null),
                new LineFile(Path.of("e"), disk, null),
                new LineFile(Path.of("d"), good, null));
        run.onEpisode(new EpisodeRecord(0, 1, 0, 1, 1, false));
        run.onInterval(report(0));

        assertThrows(RunDirectoryException.class, run::close);

        assertTrue(good.toString(StandardCharsets.US_ASCII).contains("\"policy_loss\""));
        assertTrue(good.toString(StandardCharsets.US_ASCII).contains("\"digest0\""));
    }

    @Test
    void shouldEscapeWhatJsonCannotHold() throws IOException {
        String odd = "a\"b\\c\n\u00e9\u2028";

        JsonNode node = JSON.readTree(new JsonLine()
                .begin()
                .field(odd, odd)
                .field("n", 1e300)
                .field("i", Double.NEGATIVE_INFINITY)
                .field("z", 12345678.0)
                .end()
                .toString());

        assertEquals(odd, node.get(odd).asText());
        assertEquals(1e300, node.get("n").asDouble());
        assertTrue(node.get("i").isNull());
        assertEquals(12345678.0, node.get("z").asDouble());
    }

    /** A run of 25 intervals is killed and resumed from its state after 12 of them. */
    @Test
    void shouldGoOnWhereItsStateWasSaved() throws IOException {
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        RunDirectory killed = new RunDirectory(folder, 10, Thinning.DOUBLING);
        for (int k = 0; k < 25; k++) {
            if (k == 12) {
                killed.save(new DataOutputStream(state));
            }
            killed.onEpisode(new EpisodeRecord(k, 100L * k, 0, k, 7, false));
            killed.onInterval(report(k));
        }
        killed.close();
        List<String> digests = lines("digests.jsonl");
        List<String> episodes = lines("episodes.csv");
        List<String> metrics = lines("metrics.jsonl");

        try (RunDirectory resumed = RunDirectory.reopen(RunLock.of(folder), 10, Thinning.DOUBLING)) {
            resumed.restore(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
            assertEquals(digests.subList(0, 12), lines("digests.jsonl"));
            assertEquals(episodes.subList(0, 13), lines("episodes.csv"));
            for (int k = 12; k < 25; k++) {
                resumed.onEpisode(new EpisodeRecord(k, 100L * k, 0, k, 7, false));
                resumed.onInterval(report(k));
            }
        }
        assertEquals(digests, lines("digests.jsonl"));
        assertEquals(episodes, lines("episodes.csv"));
        assertEquals(metrics, lines("metrics.jsonl"));
    }

    @Test
    void shouldRefuseFilesThatAreShorterThanTheyWere() throws IOException {
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        try (RunDirectory run = new RunDirectory(folder, 10, Thinning.DOUBLING)) {
            run.onInterval(report(0));
            run.save(new DataOutputStream(state));
        }
        Files.writeString(folder.resolve("digests.jsonl"), "{");

        try (RunDirectory resumed = RunDirectory.reopen(RunLock.of(folder), 10, Thinning.DOUBLING)) {
            IOException refusal = assertThrows(
                    IOException.class,
                    () -> resumed.restore(new DataInputStream(new ByteArrayInputStream(state.toByteArray()))));
            assertTrue(refusal.getMessage().contains("digests.jsonl has 1 bytes"), refusal::getMessage);
        }
    }
}
