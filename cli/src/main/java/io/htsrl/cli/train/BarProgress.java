package io.htsrl.cli.train;

import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** One line that redraws itself, at most ten times a second. The run's thread alone. */
final class BarProgress implements Progress {
    private static final long REDRAW_NANOS = 100_000_000L;
    private static final int BAR = 16;
    private static final String CLEAR_REST = "\u001b[K";

    private final PrintWriter out;
    private final ProgressText text;
    private final int columns;
    private final LongSupplier clock;
    private long drawnAt;
    private IntervalReport undrawn;

    /**
     * Starts the clock.
     *
     * @param columns of the terminal: a longer line would wrap, and then scroll instead of redrawing
     * @param clock   nanoseconds, as {@link System#nanoTime}
     */
    BarProgress(PrintWriter out, ProgressText text, int columns, LongSupplier clock) {
        this.out = out;
        this.text = text;
        this.columns = columns;
        this.clock = clock;
        this.drawnAt = clock.getAsLong() - REDRAW_NANOS;
    }

    @Override
    public void onInterval(IntervalReport report) {
        long now = clock.getAsLong();
        if (now - drawnAt < REDRAW_NANOS) {
            undrawn = report;
            return;
        }
        drawnAt = now;
        undrawn = null;
        draw(report);
    }

    private void draw(IntervalReport report) {
        int filled = (int) Math.min(BAR, text.fraction(report) * BAR);
        String line = "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + text.line(report);
        out.print("\r" + line.substring(0, Math.min(line.length(), Math.max(1, columns - 1))) + CLEAR_REST);
        out.flush();
    }

    @Override
    public void end() {
        if (undrawn != null) {
            draw(undrawn);
        }
        out.println();
        out.flush();
    }
}
