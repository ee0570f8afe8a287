package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFileTest {
    /** Prints the property and the rows as JSON. */
    private static final String READER = "import json, sys, pyarrow.parquet as pq; f = pq.ParquetFile(sys.argv[1]); "
            + "print(f.metadata.metadata[b'hts'].decode()); [print(json.dumps(r)) for r in f.read().to_pylist()]";

    /** A file of {@link #rows} that pyarrow 26.0.1 and DuckDB read as these rows. */
    private static final String READ_BY_OTHERS =
            "504152311500152415242c15061500150615060000020000000307ffffffff0000000001000000150015481548"
                    + "2c150e150015061506000002000000033602000000033f00000000cdccccbde6b1617f0000803fcdccccbde6b1"
                    + "617f1500152c152c2c15061500150615060000020000000306000000000000f03f000000000000e03f1500153c"
                    + "153c2c150615001506150600000200000003070000000000000000000000605555d53f000000605555e53f1500"
                    + "152e152e2c150615001506150600000200000003070000000005000000c3a9220a31000000001500150c150c2c"
                    + "150615001506150600000200000003001502197c48057374657073150c00150225021803656e76001508250418"
                    + "0b6f62736572766174696f6e00150a250218086c6f675f70726f6200150a2502180672657761726400150c2502"
                    + "1805656e646564250000150a250218056e65766572001606191c196c26081c150219250006191803656e761500"
                    + "16061646164626080000264e1c15081925000619180b6f62736572766174696f6e1500160e166a166a264e0000"
                    + "26b8011c150a192500061918086c6f675f70726f6215001606164e164e26b80100002686021c150a1925000619"
                    + "180672657761726415001606165e165e268602000026e4021c150c19250006191805656e646564150016061650"
                    + "165026e402000026b4031c150a192500061918056e6576657215001606162e162e26b403000016da0316060019"
                    + "1c180368747318027b7d0018066874732d726c003f01000050415231";

    @TempDir
    Path folder;

    private static List<Map<String, Object>> rows(int count) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("env", i - 1);
            row.put("observation", i % 7 == 2 ? new float[0] : new float[] {i, -0.1f, 3e38f});
            row.put("log_prob", i % 3 == 0 ? null : 1 / (double) i);
            row.put("reward", i / 3f);
            row.put("ended", i % 2 == 0 ? "" : "é\"\n" + i);
            row.put("never", null);
            rows.add(row);
        }
        return rows;
    }

    @Test
    void shouldWriteTheBytesThatOtherProgramsRead() {
        assertArrayEquals(HexFormat.of().parseHex(READ_BY_OTHERS), ParquetFile.of(rows(3), "{}"));
    }

    @Test
    void shouldBeReadByPyarrow() throws IOException, InterruptedException {
        Path file = folder.resolve("rows.parquet");
        List<Map<String, Object>> rows = rows(2500);
        Files.write(file, ParquetFile.of(rows, "{\"interval\": 3}"));
        Path out = folder.resolve("out.txt");
        Process reader = new ProcessBuilder(PythonPackages.having("pyarrow.parquet"), "-c", READER, file.toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertEquals(0, reader.waitFor());
        List<String> read = Files.readAllLines(out);
        assertEquals("{\"interval\": 3}", read.get(0));
        assertEquals(rows.size() + 1, read.size());
        ObjectMapper json = new ObjectMapper();
        for (int i = 0; i < rows.size(); i++) {
            JsonNode row = json.readTree(read.get(i + 1));
            JsonNode written = json.readTree(ReliveTable.line(rows.get(i)));
            for (String name : List.of("env", "log_prob", "ended", "never")) {
                assertEquals(written.get(name), row.get(name));
            }
            assertEquals(written.get("reward").floatValue(), row.get("reward").floatValue());
            assertEquals(
                    written.get("observation").size(), row.get("observation").size());
            for (int j = 0; j < written.get("observation").size(); j++) {
                float number = row.get("observation").get(j).floatValue();
                assertEquals(written.get("observation").get(j).floatValue(), number);
            }
        }
    }
}
