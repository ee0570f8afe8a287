package io.htsrl.cli.train;

import io.htsrl.cli.terminal.Terminal;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Shows the progress of several runs, a row for each: on a terminal as its last lines, redrawn at most ten times a
 * second; elsewhere every ten seconds. Any thread.
 */
public final class ProgressTable implements AutoCloseable {
    /** Number of columns without a terminal. */
    static final int NO_TERMINAL = 0;

    private static final long REDRAW_NANOS = 100_000_000L;
    private static final long REPRINT_NANOS = 10_000_000_000L;

    private final PrintWriter out;
    private final int columns;
    private final LongSupplier clock;
    private final Map<String, String> rows = new LinkedHashMap<>();
    private long shownAt;
    private int drawn;

    /** Makes an empty table below the other output of {@code out}. */
    public ProgressTable(PrintWriter out) {
        this(out, Terminal.isInteractive() ? Terminal.columns() : NO_TERMINAL, System::nanoTime);
    }

    /**
     * Makes an empty table.
     *
     * @param columns of the terminal, or {@link #NO_TERMINAL}
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    ProgressTable(PrintWriter out, int columns, LongSupplier clock) {
        this.out = out;
        this.columns = columns;
        this.clock = clock;
        this.shownAt = clock.getAsLong();
    }

    /** Returns the row of one run, which is shown until the run ends. */
    Progress row(String name, RunConfig config) {
        ProgressText text = new ProgressText(config);
        return new Progress() {
            private long setAt = clock.getAsLong();

            @Override
            public void onInterval(IntervalReport report) {
                text.see(report);
                long now = clock.getAsLong();
                if (now - setAt >= REDRAW_NANOS) {
                    setAt = now;
                    set(name, text.line(report), now);
                }
            }

            @Override
            public void end() {
                remove(name);
            }
        };
    }

    private synchronized void set(String name, String line, long now) {
        rows.put(name, line);
        if (now - shownAt >= (columns == NO_TERMINAL ? REPRINT_NANOS : REDRAW_NANOS)) {
            shownAt = now;
            erase();
            draw();
        }
    }

    private synchronized void remove(String name) {
        erase();
        rows.remove(name);
    }

    /** Prints a line above the table. */
    public synchronized void println(String line) {
        erase();
        out.println(line);
        if (columns != NO_TERMINAL) {
            draw();
        }
    }

    /** Removes the table from a terminal. */
    @Override
    public synchronized void close() {
        erase();
    }

    private void erase() {
        if (drawn > 0) {
            out.print("\u001b[" + drawn + "A\r\u001b[J"); // up, and clear
            drawn = 0;
        }
    }

    private void draw() {
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        rows.forEach((name, line) -> {
            String row = "  " + name + " ".repeat(width - name.length()) + "  " + line;
            // a full line would move the cursor one line further
            out.println(columns == NO_TERMINAL ? row : row.substring(0, Math.min(row.length(), columns - 1)));
        });
        drawn = columns == NO_TERMINAL ? 0 : rows.size();
    }
}
