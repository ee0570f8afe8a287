package io.htsrl.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Table of texts in columns as wide as they need. On a terminal that is too narrow the widest columns are wrapped
 * between words. One thread.
 */
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
        print(out, Terminal.isInteractive() ? Terminal.columns() : Integer.MAX_VALUE);
    }

    /** @param columns of the terminal */
    void print(PrintWriter out, int columns) {
        if (rows.isEmpty()) {
            return;
        }
        int[] widths = widths(columns - GAP.length() * (rows.get(0).size() - 1));
        for (List<String> row : rows) {
            List<List<String>> cells = IntStream.range(0, row.size())
                    .mapToObj(column -> wrapped(row.get(column), widths[column]))
                    .toList();
            int height = cells.stream().mapToInt(List::size).max().orElse(0);
            for (int part = 0; part < height; part++) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < row.size(); column++) {
                    List<String> cell = cells.get(column);
                    String text = part < cell.size() ? cell.get(part) : "";
                    line.append(column == 0 ? "" : GAP)
                            .append(text)
                            .append(" ".repeat(Math.max(0, widths[column] - text.length())));
                }
                out.println(line.toString().stripTrailing());
            }
        }
    }

    /** Returns the widths of the columns: together at most {@code room}, unless a word is longer. */
    private int[] widths(int room) {
        int[] widths = new int[rows.get(0).size()];
        int[] least = new int[widths.length];
        for (int column = 0; column < widths.length; column++) {
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
                least[column] = Math.max(
                        least[column],
                        wrapped(row.get(column), 1).stream()
                                .mapToInt(String::length)
                                .max()
                                .orElse(0));
            }
        }
        for (int over = Arrays.stream(widths).sum() - room; over > 0; over--) {
            IntStream.range(0, widths.length)
                    .filter(column -> widths[column] > least[column])
                    .reduce((a, b) -> widths[b] > widths[a] ? b : a)
                    .ifPresent(widest -> widths[widest]--);
        }
        return widths;
    }

    /** Prints a line; on a terminal that is too narrow its rest follows in lines that begin with spaces. */
    public static void printLine(PrintWriter out, String line, int indent) {
        int columns = Terminal.isInteractive() ? Terminal.columns() : Integer.MAX_VALUE;
        List<String> parts = line.length() <= columns
                ? List.of(line)
                : wrapped(line.substring(indent), Math.max(1, columns - indent));
        for (int part = 0; part < parts.size(); part++) {
            boolean whole = parts.size() == 1;
            out.println(whole ? line : (part == 0 ? line.substring(0, indent) : " ".repeat(indent)) + parts.get(part));
        }
    }

    /** Breaks a text between words into lines of at most {@code width} characters; a longer word has its own line. */
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width && rest.stripLeading().indexOf(' ') > 0) {
            int indent = rest.length() - rest.stripLeading().length();
            int space = rest.lastIndexOf(' ', width);
            int at = space > indent ? space : rest.indexOf(' ', indent);
            lines.add(rest.substring(0, at).stripTrailing());
            rest = rest.substring(at).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
