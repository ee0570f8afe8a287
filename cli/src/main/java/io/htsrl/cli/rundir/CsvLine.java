package io.htsrl.cli.rundir;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and writes lines of comma-separated values by RFC 4180, without line breaks in values. Stateless, any thread.
 */
public final class CsvLine {

    private CsvLine() {}

    /** Returns the line of these values. */
    public static String of(List<String> texts) {
        return texts.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    /** Returns the values of a line. */
    public static List<String> split(String line) {
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
}
