package io.htsrl.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Table of texts in columns as wide as they need. One thread. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; all rows have equally many texts. */
    public TextTable row(String... texts) {
        rows.add(List.of(texts));
        return this;
    }

    /** Prints the rows. */
    public void print(PrintWriter out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP)
                        .append(row.get(column))
                        .append(" ".repeat(width(column) - row.get(column).length()));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
