package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
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
