package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.experiments.Report.ScreenTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScreenTableTest {
    private final StringWriter out = new StringWriter();

    @Test
    void shouldPrintTheMostImportantFiguresThatFit() {
        Row row = Row.EMPTY.with("schedule", "hts");
        List<String> metrics =
                IntStream.range(0, 20).mapToObj(i -> "figure_" + i).toList();
        for (String figure : metrics) {
            row = row.with(figure, 1234.5, 1);
        }

        ScreenTable.print(new PrintWriter(out), List.of(row), List.of("schedule"), metrics);

        assertTrue(out.toString().contains("figure_8") && !out.toString().contains("figure_9"), out::toString);
        assertTrue(out.toString().lines().allMatch(line -> line.length() <= 100), out::toString);
        assertTrue(out.toString().startsWith("schedule  figure_0  figure_1 "), out::toString);
    }

    @Test
    void shouldPutAnIntervalBesideItsMeanAndLeaveOutEmptyColumns() {
        Row row = Row.EMPTY
                .with("n", "4")
                .with("return", 5, 1)
                .with("return_low", 4, 1)
                .with("return_high", 6, 1)
                .with("claim", Double.NaN, 1);

        ScreenTable.print(new PrintWriter(out), List.of(row), List.of("n"), List.of("claim", "return"));

        assertEquals("n  return\n4  5.0 (4.0 .. 6.0)\n", out.toString());
    }

    @Test
    void shouldBreakLongLinesAfterCommas() {
        String text = "all: " + "setting value, ".repeat(12) + "end";

        String wrapped = ScreenTable.wrapped(text);

        assertTrue(wrapped.lines().allMatch(line -> line.length() <= 100), wrapped);
        assertEquals(text, wrapped.replace("\n  ", " "));
    }

    @Test
    void shouldTellACellOnOneLine() {
        Row row = Row.EMPTY
                .with("a", "1")
                .with("b_c", "")
                .with("d", "2".repeat(90))
                .with("e", "3");

        assertEquals("[1/2] a 1", ScreenTable.line("[1/2] ", row, List.of("a", "b_c", "d", "e")));
    }
}
