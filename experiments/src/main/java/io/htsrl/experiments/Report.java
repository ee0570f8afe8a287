package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.CsvLine;
import io.htsrl.cli.terminal.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes an experiment's tables and pictures. Immutable, one thread.
 *
 * @param folder folder of the files
 * @param name name of the experiment, with which file names begin
 * @param command command that made them
 * @param runs title of the runs
 * @param screen also receives the tables
 */
record Report(Path folder, String name, String command, RunsTitle runs, PrintWriter screen) {

    /** Returns the title of a picture of all runs. */
    String title(String what) {
        return what + ": " + runs;
    }

    /**
     * Prints the part of a table that fits on a screen, without {@code settings} that are equal in all rows, and writes
     * the whole table to {@code <experiment>.csv}.
     *
     * @param metrics columns for the screen, the most important ones first
     */
    void table(List<Row> rows, List<String> settings, List<String> metrics) throws IOException {
        List<String> varying = ExperimentChart.varying(rows, settings);
        List<String> equal =
                settings.stream().filter(column -> !varying.contains(column)).toList();
        screen.println();
        if (!equal.isEmpty()) {
            screen.println(ScreenTable.wrapped("all: " + rows.get(0).only(equal)));
        }
        ScreenTable.print(screen, rows, varying, metrics);
        Path file = folder.resolve(name + ".csv");
        writeCsv(file, command, rows);
        screen.println("all " + rows.get(0).columns().size() + " columns in " + file);
    }

    /** Writes rows of equal columns, with a comment above them. */
    static void writeCsv(Path file, String comment, List<Row> rows) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("# " + comment, CsvLine.of(rows.get(0).columns())));
        rows.forEach(row -> lines.add(CsvLine.of(row.texts())));
        Files.write(file, lines);
    }

    /** Draws a picture into {@code <experiment>-<suffix>.png} and {@code .svg}, unless it would be empty. */
    void picture(String suffix, ExperimentChart picture) throws IOException {
        if (!picture.isEmpty()) {
            screen.println("picture in " + picture.write(folder, name + "-" + suffix));
            screen.flush();
        }
    }

    /**
     * The part of a table that fits on a screen: settings that vary, then as many metrics as fit in the order of their
     * importance. Stateless, any thread.
     */
    static final class ScreenTable {
        /** Number of columns of a screen. */
        static final int WIDTH = 100;

        private static final int GAP = 2;
        private static final String LOW = "_low";
        private static final String HIGH = "_high";

        private ScreenTable() {}

        /**
         * Prints the columns that fit.
         *
         * @param settings settings that vary; always printed
         * @param metrics other columns, the most important ones first; columns without any value are omitted
         */
        static void print(PrintWriter out, List<Row> rows, List<String> settings, List<String> metrics) {
            List<String> shown = new ArrayList<>(settings);
            int width = settings.stream()
                            .mapToInt(column -> width(rows, column) + GAP)
                            .sum()
                    - GAP;
            for (String metric : metrics) {
                if (rows.stream().allMatch(row -> row.text(metric).isEmpty())) {
                    continue;
                }
                width += GAP + width(rows, metric);
                if (width > WIDTH) {
                    break;
                }
                shown.add(metric);
            }
            TextTable table = new TextTable();
            table.row(shown.toArray(String[]::new));
            rows.forEach(row ->
                    table.row(shown.stream().map(column -> text(row, column)).toArray(String[]::new)));
            table.print(out);
        }

        private static int width(List<Row> rows, String column) {
            return rows.stream().mapToInt(row -> text(row, column).length()).reduce(column.length(), Math::max);
        }

        /** Formats a value, with its interval where it has one. */
        private static String text(Row row, String column) {
            String text = row.text(column).isEmpty() ? "-" : row.text(column);
            String low = row.text(column + LOW);
            return low.isEmpty() ? text : text + " (" + low + " .. " + row.text(column + HIGH) + ")";
        }

        /** Breaks {@code text} after commas into lines of at most {@link #WIDTH}. */
        static String wrapped(String text) {
            StringBuilder all = new StringBuilder();
            int length = 0;
            for (String part : text.split("(?<=, )")) {
                if (length > 0 && length + part.stripTrailing().length() > WIDTH) {
                    all.setLength(all.length() - 1); // the blank after the comma
                    all.append('\n').append("  ");
                    length = 2;
                }
                all.append(part);
                length += part.length();
            }
            return all.toString();
        }

        /** Returns {@code start} and as many of a row's metrics as fit on one line after it. */
        static String line(String start, Row row, List<String> metrics) {
            String text = start;
            for (String metric : metrics) {
                if (row.text(metric).isEmpty()) {
                    continue;
                }
                boolean first = text.equals(start);
                String longer = text + (first ? "" : ", ") + metric.replace('_', ' ') + " " + row.text(metric);
                if (!first && longer.length() > WIDTH) {
                    break;
                }
                text = longer;
            }
            return text;
        }
    }
}
