package io.htsrl.experiments;

import io.htsrl.cli.rundir.files.CsvLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes comma-separated values, which are lines of {@link CsvLine}. Stateless, any thread. */
final class Csv {

    private Csv() {}

    static String line(List<String> texts) {
        return CsvLine.of(texts);
    }

    /** What {@link #line} has joined. */
    static List<String> split(String line) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                text.append(line.charAt(i++));
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                texts.add(text.toString());
                text.setLength(0);
            } else {
                text.append(c);
            }
        }
        texts.add(text.toString());
        return texts;
    }

    /** Writes rows of equal columns, with a comment above them. */
    static void write(Path file, String comment, List<Row> rows) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("# " + comment, line(rows.get(0).columns())));
        rows.forEach(row -> lines.add(line(row.texts())));
        Files.write(file, lines);
    }
}
