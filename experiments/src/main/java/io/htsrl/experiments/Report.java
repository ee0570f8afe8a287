package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.files.CsvLine;
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
 * @param folder  takes the files
 * @param name    of the experiment, which the files' names begin with
 * @param command that made them
 * @param runs    that it is about
 * @param screen  takes the tables too
 */
record Report(Path folder, String name, String command, RunsTitle runs, PrintWriter screen) {

    /** The title of a picture of all runs. */
    String title(String what) {
        return what + ": " + runs;
    }

    /**
     * Prints what of a table fits on a screen, without those {@code settings} that are the same in all rows, and writes
     * the whole of it to {@code <experiment>.csv}.
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

    /** Draws a picture, unless it would be empty, into {@code <experiment>-<suffix>.png} and {@code .svg}. */
    void picture(String suffix, ExperimentChart picture) throws IOException {
        if (!picture.isEmpty()) {
            screen.println("picture in " + picture.write(folder, name + "-" + suffix));
            screen.flush();
        }
    }

    /**
     * The part of a table that a screen has room for: settings that vary, then figures in the order of their importance, as
     * many as fit. Stateless, any thread.
     */
    static final class ScreenTable {
        /** Columns of a screen. */
        static final int WIDTH = 100;

        private static final int GAP = 2;
        private static final String LOW = "_low";
        private static final String HIGH = "_high";

        private ScreenTable() {}

        /**
         * Prints what fits, and returns the names of the columns that do not.
         *
         * @param settings that vary; always printed
         * @param metrics  the others, the most important ones first; those without any value are left out
         */
        static List<String> print(PrintWriter out, List<Row> rows, List<String> settings, List<String> metrics) {
            List<String> shown = new ArrayList<>(settings);
            int width = settings.stream()
                            .mapToInt(column -> width(rows, column) + GAP)
                            .sum()
                    - GAP;
            List<String> left = new ArrayList<>();
            for (String figure : metrics) {
                if (rows.stream().allMatch(row -> row.text(figure).isEmpty())) {
                    continue;
                }
                width += GAP + width(rows, figure);
                if (left.isEmpty() && width <= WIDTH) {
                    shown.add(figure);
                } else {
                    left.add(figure);
                }
            }
            TextTable table = new TextTable();
            table.row(shown.toArray(String[]::new));
            rows.forEach(row ->
                    table.row(shown.stream().map(column -> text(row, column)).toArray(String[]::new)));
            table.print(out);
            return left;
        }

        private static int width(List<Row> rows, String column) {
            return rows.stream().mapToInt(row -> text(row, column).length()).reduce(column.length(), Math::max);
        }

        /** With its interval, where it has one. */
        private static String text(Row row, String column) {
            String text = row.text(column).isEmpty() ? "-" : row.text(column);
            String low = row.text(column + LOW);
            return low.isEmpty() ? text : text + " (" + low + " .. " + row.text(column + HIGH) + ")";
        }

        /** {@code text} in lines of at most {@link #WIDTH}, broken after commas. */
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

        /** {@code start} and as many of a row's figures as fit behind it on one line. */
        static String line(String start, Row row, List<String> metrics) {
            String text = start;
            for (String figure : metrics) {
                if (row.text(figure).isEmpty()) {
                    continue;
                }
                boolean first = text.equals(start);
                String longer = text + (first ? "" : ", ") + figure.replace('_', ' ') + " " + row.text(figure);
                if (!first && longer.length() > WIDTH) {
                    break;
                }
                text = longer;
            }
            return text;
        }
    }
}
