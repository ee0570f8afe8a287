package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.DigestReader.ChainExtent;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigestReaderTest {
    private static final String D0 = "00000000000000000000000000000000";
    private static final String D1 = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private static String line(long interval, long timesteps, String digest) {
        return "{\"interval\":" + interval + ",\"timesteps\":" + timesteps + ",\"digest\":\"" + digest + "\"}\n";
    }

    private DigestReader reader(String text) throws IOException {
        return new DigestReader(
                Files.write(folder.resolve("digests.jsonl"), text.getBytes(StandardCharsets.ISO_8859_1)),
                Thinning.DOUBLING);
    }

    private List<DigestLine> lines(String text) throws IOException {
        List<DigestLine> lines = new ArrayList<>();
        try (DigestReader reader = reader(text)) {
            for (DigestLine line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    void shouldTellTheClosingLineFromIntervals() throws IOException {
        assertEquals(
                List.of(
                        new DigestLine(0, 64, D0, false),
                        new DigestLine(1, 128, D1, false),
                        new DigestLine(2, 128, D0, true)),
                lines(line(0, 64, D0) + line(1, 128, D1) + line(2, 128, D0)));
    }

    @Test
    void shouldCountWhatItHasRead() throws IOException {
        try (DigestReader reader = reader(line(0, 64, D0) + line(1, 64, D1))) {
            assertEquals(ChainExtent.NONE, reader.extent());
            reader.next();
            assertEquals(new ChainExtent(1, 64, D0, false), reader.extent());
            reader.next();
            assertEquals(new ChainExtent(1, 64, D1, true), reader.extent());
            assertNull(reader.next());
            assertNull(reader.next());
        }
    }

    @Test
    void shouldReadWhatAKilledRunLeavesWhereverItWasCutOff() throws IOException {
        String text = line(0, 64, D0) + line(1, 128, D1);
        int first = line(0, 64, D0).length();

        for (int length = 0; length <= text.length(); length++) {
            // the line feed alone may be missing: the closing brace says that a line is whole
            int whole = length >= text.length() - 1 ? 2 : length >= first - 1 ? 1 : 0;
            assertEquals(whole, lines(text.substring(0, length)).size(), "cut off after " + length);
        }
    }

    @Test
    void shouldReadFieldsOfLaterVersions() throws IOException {
        assertEquals(
                1,
                lines("{\"field\":[{\"deep\":1}],\"digest\":\"" + D0 + "\",\"interval\":0,\"timesteps\":1}")
                        .size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "line 2 is no JSON                              | {'interval';1}",
                "line 2 is no JSON object                       | 17",
                "line 2 should be of interval 1                 | {'interval':2,'timesteps':65,'digest':'D'}",
                "line 2 should be of interval 1                 | {}",
                "line 2 has no digest                           | {'interval':1,'timesteps':65}",
                "line 2 is no JSON: Trailing token              | {'interval':1,'timesteps':65,'digest':'D'}{}",
                "line 2 has no whole number where one belongs   | {'interval':1.5,'timesteps':65,'digest':'D'}",
                "line 2 has no whole number where one belongs   | {'interval':99999999999999999999,'timesteps':65}",
                "line 2 counts fewer timesteps than there were  | {'interval':1,'timesteps':63,'digest':'D'}",
                "line 2 has no digest of 32 hexadecimal digits  | {'interval':1,'timesteps':65,'digest':'feed'}",
                "line 2 has no digest of 32 hexadecimal digits  | {'interval':1,'timesteps':65,'digest':{'a':1}}",
            })
    void shouldNameTheDamagedLine(String message, String damaged) {
        String json = damaged.replace('\'', '"').replace("\"D\"", "\"" + D1 + "\"");

        ConfigurationException e = assertThrows(
                ConfigurationException.class, () -> lines(line(0, 64, D0) + json + "\n" + line(2, 192, D1)));

        assertTrue(e.getMessage().contains(message), e::getMessage);
        assertTrue(e.getMessage().contains("digests.jsonl"), e::getMessage);
    }

    @Test
    void shouldRefuseLinesBehindTheClosingOne() {
        ConfigurationException e = assertThrows(
                ConfigurationException.class, () -> lines(line(0, 64, D0) + line(1, 64, D1) + line(2, 128, D1)));

        assertTrue(e.getMessage().contains("line 3 follows the learning after the last rollout"), e::getMessage);
    }

    @Test
    void shouldTakeBytesThatAreNoTextForDamageUnlessTheyAreLast() throws IOException {
        String torn = "\u00ff\u00fe\u0000";

        assertEquals(1, lines(line(0, 64, D0) + torn).size());
        assertThrows(ConfigurationException.class, () -> lines(line(0, 64, D0) + torn + "\n" + line(1, 128, D1)));
    }

    @Test
    void shouldRefuseAMissingFile() {
        ConfigurationException e = assertThrows(
                ConfigurationException.class,
                () -> new DigestReader(folder.resolve("digests.jsonl"), Thinning.DOUBLING));

        assertTrue(e.getMessage().contains("must be a readable file (No such file or directory)"), e::getMessage);
    }
}
