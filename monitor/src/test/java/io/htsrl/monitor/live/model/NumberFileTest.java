package io.htsrl.monitor.live.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberFileTest {
    @TempDir
    private Path folder;

    private NumberFile table;

    private Path file() {
        return folder.resolve("metrics.jsonl");
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String line(int i) {
        return "{\"timesteps\":" + i + ",\"return\":" + i % 500 + ".5,\"note\":\"text\",\"loss\":null}\n";
    }

    private void read() throws IOException {
        while (table.poll(1 << 16)) {
            // to its end
        }
    }

    private NumberFile opened() {
        table = NumberFile.json(file());
        return table;
    }

    @Test
    void shouldFollowAFileThatGrowsAndWaitForTheRestOfALine() throws IOException {
        opened();
        read();
        assertEquals(0, table.curves().rows());

        append(line(1) + "{\"timesteps\":2,\"ret");
        read();
        assertEquals(1, table.curves().rows());

        append("urn\":7.25}\n");
        read();
        assertArrayEquals(
                new double[] {1.5, 7.25}, table.curves().all().values().get("return"));
    }

    @Test
    void shouldBeginAgainWhenAResumedRunHasCutTheFile() throws IOException {
        append(line(1) + line(2) + line(3));
        opened();
        read();
        table.curves().changes();

        Files.writeString(file(), line(1) + line(20));
        read();

        assertTrue(table.curves().changed());
        CurvePoints points = table.curves().changes();
        assertEquals(0, points.from());
        assertArrayEquals(new double[] {1, 20}, points.values().get("timesteps"));
    }

    @Test
    void shouldNoticeACutBehindWhichAsMuchWasWrittenAgain() throws IOException {
        append(line(1) + line(2) + line(3));
        opened();
        read();

        Files.writeString(file(), line(1) + line(4) + line(5) + line(6));
        read();

        assertArrayEquals(
                new double[] {1, 4, 5, 6}, table.curves().all().values().get("timesteps"));
    }

    @Test
    void shouldPassOverALineThatIsNone() throws IOException {
        append(line(1) + "{\"timesteps\":2,\"\u0000\u0000\n" + "[]\n" + "\n" + line(3));
        opened();
        read();

        assertArrayEquals(new double[] {1, 3}, table.curves().all().values().get("timesteps"));
    }

    @Test
    void shouldShowASampleOfALongFileAtOnceAndThenAllOfIt() throws IOException {
        StringBuilder text = new StringBuilder();
        int rows = 150_000;
        for (int i = 0; i < rows; i++) {
            text.append(line(i));
        }
        append(text.toString());
        opened();

        assertTrue(table.poll(1), "there is more to read");
        assertTrue(table.sampled());
        double[] sample = table.curves().changes().values().get("timesteps");
        assertTrue(sample.length > 900 && sample.length <= Curves.POINTS, sample.length + " points");
        assertEquals(0, sample[0]);
        assertEquals(rows - 1, sample[sample.length - 1]);

        read();
        assertFalse(table.sampled());
        assertTrue(table.curves().changed());
        assertEquals(rows, table.curves().rows());
        assertEquals(0, table.curves().changes().from());
    }
}
