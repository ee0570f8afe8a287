package io.htsrl.benchmarks.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A Markdown table that grows row by row. One thread. */
public final class MarkdownTable {
    private final List<String> lines = new ArrayList<>();
    private final int columns;

    public MarkdownTable(String... columns) {
        this.columns = columns.length;
        line(Arrays.asList(columns));
        line(Collections.nCopies(columns.length, "---"));
    }

    /** Appends a row: numbers with three significant digits, other cells as they are. */
    public MarkdownTable row(Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + columns + " columns");
        }
        line(Arrays.stream(cells)
                .map(cell -> cell instanceof Double value ? number(value) : cell.toString())
                .toList());
        return this;
    }

    private void line(List<String> cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    /** Formats with three significant digits and without an exponent: 0.0518, 4.70, 38.2, 145646. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines);
    }
}
