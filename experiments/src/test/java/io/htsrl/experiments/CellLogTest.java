package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellLogTest {
    private static final Row CELL =
            Row.EMPTY.with("distribution", "gamma(0.25)").with("mean", "5ms");
    private static final Row DONE = CELL.with("steps_per_s", 1234.56, 1).with("claim_1", Double.NaN, 1);

    @TempDir
    private Path folder;

    @Test
    void shouldFindWhatAnEarlierCommandHasFinished() throws IOException {
        CellLog.open(folder, "first", "--seconds 1").add(DONE);

        CellLog again = CellLog.open(folder, "second", "--seconds 1");

        assertEquals(Optional.of(DONE), again.find(CELL));
        assertEquals(Optional.empty(), again.find(CELL.with("mean", "6ms")));
    }

    @Test
    void shouldKeepTheCommandsWithTheFigures() throws IOException {
        CellLog.open(folder, "first", "--seconds 1").add(DONE);
        CellLog.open(folder, "second", "--seconds 1").add(DONE.with("mean", "6ms"));

        assertEquals(
                List.of(
                        "# settings: --seconds 1",
                        "# hts first",
                        "distribution,mean,steps_per_s,claim_1",
                        "gamma(0.25),5ms,1234.6,",
                        "# hts second",
                        "gamma(0.25),6ms,1234.6,"),
                Files.readAllLines(folder.resolve(CellLog.NAME)));
    }

    @Test
    void shouldDropALineThatWasCutOff() throws IOException {
        CellLog.open(folder, "first", "").add(DONE);
        Path file = folder.resolve(CellLog.NAME);
        Files.writeString(file, Files.readString(file) + "gamma(0.25),6ms,99");

        CellLog again = CellLog.open(folder, "second", "");

        assertEquals(Optional.empty(), again.find(CELL.with("mean", "6ms")));
        assertEquals(Optional.of(DONE), again.find(CELL));
    }

    private String refusedWith(String text) throws IOException {
        Files.writeString(folder.resolve(CellLog.NAME), "# settings: \n# hts first\ndistribution,mean\n" + text);
        return assertThrows(ConfigurationException.class, () -> CellLog.open(folder, "second", ""))
                .getMessage();
    }

    @Test
    void shouldNameTheLineThatLacksValues() throws IOException {
        String message = refusedWith("gamma(0.25),5ms\ngamma(0.25)\n");

        assertTrue(message.contains("cells.csv: it must have 2 values in line 5, and has 1"), message);
    }

    @Test
    void shouldRefuseCellsOfOtherColumns() throws IOException {
        Files.writeString(folder.resolve(CellLog.NAME), "# settings: \ndistribution,mean_\ngamma(0.25),5ms\n");
        CellLog log = CellLog.open(folder, "second", "");

        String message =
                assertThrows(ConfigurationException.class, () -> log.find(CELL)).getMessage();

        assertTrue(message.contains("must have the columns distribution, mean, and has distribution, mean_"), message);
    }

    @Test
    void shouldNameTheColumnThatHoldsNoNumber() {
        Row damaged = DONE.with("steps_per_s", "12E.6");

        String message = assertThrows(ConfigurationException.class, () -> damaged.number("steps_per_s"))
                .getMessage();

        assertTrue(
                message.contains("steps_per_s 12E.6: it must be a number in the cell of distribution gamma"), message);
    }

    @Test
    void shouldRefuseADeviceThatNeverEnds() throws IOException {
        Path zero = Path.of("/dev/zero");
        assumeTrue(Files.exists(zero), "needs /dev/zero");
        Files.createSymbolicLink(folder.resolve(CellLog.NAME), zero);

        String message = assertThrows(ConfigurationException.class, () -> CellLog.open(folder, "second", ""))
                .getMessage();

        assertTrue(message.contains("cells.csv: it must be a readable file (it is no regular file)"), message);
    }

    @Test
    void shouldRefuseAHoleWithoutReadingItAll() throws IOException {
        try (RandomAccessFile hole =
                new RandomAccessFile(folder.resolve(CellLog.NAME).toFile(), "rw")) {
            hole.setLength(1L << 36);
        }

        String message = assertThrows(ConfigurationException.class, () -> CellLog.open(folder, "second", ""))
                .getMessage();

        assertTrue(message.contains("it has more than 16777216 bytes"), message);
    }

    @Test
    void shouldRefuseCellsOfOtherSettings() {
        CellLog.open(folder, "first", "--seconds 1");

        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> CellLog.open(folder, "second", "--seconds 2"));

        assertTrue(refused.getMessage().contains("has those of --seconds 1"), refused::getMessage);
    }

    @Test
    void shouldRefuseAFolderThatIsAFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> CellLog.open(file, "first", ""));

        assertEquals("--out", refused.violations().get(0).setting());
    }
}
