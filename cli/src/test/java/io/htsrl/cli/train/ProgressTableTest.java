package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTableTest {
    private final StringWriter printed = new StringWriter();
    private long now;

    private ProgressTable table(int columns) {
        return new ProgressTable(new PrintWriter(printed), columns, () -> now);
    }

    private static Progress row(ProgressTable table, String name) {
        return table.row(name, ProgressTest.CONFIG);
    }

    private void after(long millis, Progress row, IntervalReport report) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
        row.onInterval(report);
    }

    @Test
    void shouldRedrawTheRowsOfAllRunsOnATerminal() {
        ProgressTable table = table(60);
        Progress one = row(table, "ppo seed 1");
        Progress ten = row(table, "ppo seed 10");
        after(150, one, ProgressTest.report(0));
        after(150, ten, ProgressTest.report(1));

        String[] draws = printed.toString().split("\u001b\\[1A\r\u001b\\[J", -1);
        assertEquals(2, draws.length, printed::toString);
        assertTrue(draws[1].startsWith("  ppo seed 1 "), printed::toString);
        assertTrue(draws[1].contains("  ppo seed 10 "), printed::toString);
        assertTrue(draws[1].lines().allMatch(line -> line.length() < 60), printed::toString);

        after(10, ten, ProgressTest.report(2));
        assertEquals(2, printed.toString().split("\u001b", -1).length - 1, "too soon for another drawing");
    }

    @Test
    void shouldMoveTheCursorInAnyLanguage() {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
        try {
            shouldRedrawTheRowsOfAllRunsOnATerminal();
        } finally {
            Locale.setDefault(usual);
        }
    }

    @Test
    void shouldTakeAwayTheRowOfARunThatHasEnded() {
        ProgressTable table = table(60);
        Progress one = row(table, "one");
        Progress two = row(table, "two");
        after(150, one, ProgressTest.report(0));
        after(150, two, ProgressTest.report(0));
        one.end();
        printed.getBuffer().setLength(0);

        table.println("[1/2] one");
        assertTrue(printed.toString().startsWith("[1/2] one" + System.lineSeparator() + "  two"), printed::toString);
        assertFalse(printed.toString().contains("  one"), printed::toString);
    }

    @Test
    void shouldPrintTheTableOnceInTenSecondsElsewhere() {
        ProgressTable table = table(ProgressTable.NO_TERMINAL);
        Progress one = row(table, "one");
        for (int i = 0; i < 8; i++) {
            after(3_000, one, ProgressTest.report(i));
        }
        table.println("[1/2] two");
        table.close();

        assertEquals(2 + 1, printed.toString().lines().count(), printed::toString);
        assertFalse(printed.toString().contains("\u001b"), "nothing that moves a cursor");
    }
}
