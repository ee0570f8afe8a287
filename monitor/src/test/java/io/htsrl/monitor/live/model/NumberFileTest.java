package io.htsrl.monitor.live.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        RunModel.CurvePoints points = table.curves().changes();
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

    private String refused() {
        return assertThrows(ConfigurationException.class, this::read).getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"timesteps\":2,\"\u0000\u0000", "[]", "", "{\"timesteps\":2}7", "{\"timesteps\":NaN}"})
    void shouldNameADamagedLineAndKeepWhatWasBeforeIt(String damaged) throws IOException {
        append(line(1) + line(2) + damaged + "\n" + line(4));
        opened();

        for (int poll = 0; poll < 2; poll++) {
            String message = refused();
            assertTrue(
                    message.contains("metrics.jsonl: it must hold what 'hts train' wrote, and line 3 is damaged"),
                    message);
        }

        assertArrayEquals(new double[] {1, 2}, table.curves().all().values().get("timesteps"));
        Files.writeString(file(), line(1) + line(2) + line(3) + line(4));
        read();
        assertEquals(4, table.curves().rows());
    }

    @Test
    void shouldRefuseMoreNamesThanARunHas() throws IOException {
        for (int i = 0; i < 3; i++) {
            int first = 400 * i;
            append(IntStream.range(first, first + 400)
                    .mapToObj(name -> "\"" + name + "\":1")
                    .collect(Collectors.joining(",", "{", "}\n")));
        }
        opened();

        assertTrue(refused().contains("line 3 is damaged"));
        assertEquals(800, table.curves().all().values().size());
    }

    @Test
    void shouldNameADamagedLineOfCommas() throws IOException {
        append("a,b\n1,2\n1,x\n");
        table = NumberFile.csv(file(), "a,b", List.of("a", "b"));

        assertTrue(refused().contains("line 3 is damaged"));
    }

    @Test
    void shouldNameAHoleInsteadOfFillingTheMemory() throws IOException {
        append(line(1));
        try (RandomAccessFile hole = new RandomAccessFile(file().toFile(), "rw")) {
            hole.setLength(1L << 36);
        }
        opened();

        String message = refused();

        assertTrue(message.contains("line 2 is longer than 1048576 bytes"), message);
        assertEquals(1, table.curves().rows());
    }

    @Test
    void shouldRefuseWhatIsNoRegularFile() throws IOException {
        Files.createDirectory(file());
        opened();

        String message = refused();

        assertTrue(message.contains("metrics.jsonl: it must be a readable file (it is a folder)"), message);
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
