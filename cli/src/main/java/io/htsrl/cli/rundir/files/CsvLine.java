package io.htsrl.cli.rundir.files;

import java.util.List;
import java.util.stream.Collectors;

/** A line of comma-separated values as RFC 4180 has them, without line breaks inside of values. Stateless, any thread. */
public final class CsvLine {

    private CsvLine() {}

    /** The line of these values. */
    public static String of(List<String> texts) {
        return texts.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
