package io.htsrl.experiments;

import io.htsrl.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a table that a screen has room for: settings that vary, then figures in the order of their importance, as
 * many as fit. Stateless, any thread.
 */
final class ScreenTable {
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
     * @param figures  the others, the most important ones first; those without any value are left out
     */
    static List<String> print(PrintWriter out, List<Row> rows, List<String> settings, List<String> figures) {
        List<String> shown = new ArrayList<>(settings);
        int width =
                settings.stream().mapToInt(column -> width(rows, column) + GAP).sum() - GAP;
        List<String> left = new ArrayList<>();
        for (String figure : figures) {
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
        rows.forEach(
                row -> table.row(shown.stream().map(column -> text(row, column)).toArray(String[]::new)));
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
    static String line(String start, Row row, List<String> figures) {
        String text = start;
        for (String figure : figures) {
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
