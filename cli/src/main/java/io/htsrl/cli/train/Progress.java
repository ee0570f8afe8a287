package io.htsrl.cli.train;

import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a run: a {@link BarProgress} on a terminal, {@link PlainProgress} in a pipe or a file. The
 * run's thread calls it for every interval, so it must decide within nanoseconds that there is nothing to show yet.
 */
interface Progress extends TrainingListener {

    /** Shows nothing. */
    Progress NONE = new Progress() {};

    /** Ends the display, so that the next output begins on a new line. Called after the run. */
    default void end() {}

    /** Prints a line for every tenth of the run, and one after five seconds without. The run's thread alone. */
    final class PlainProgress implements Progress {
        private static final long QUIET_NANOS = 5_000_000_000L;
        private static final int PARTS = 10;

        private final PrintWriter out;
        private final ProgressText text;
        private final LongSupplier clock;
        private long shownAt;
        private long partsShown;

        /**
         * Starts the clock.
         *
         * @param clock nanoseconds, as {@link System#nanoTime}
         */
        PlainProgress(PrintWriter out, ProgressText text, LongSupplier clock) {
            this.out = out;
            this.text = text;
            this.clock = clock;
            this.shownAt = clock.getAsLong();
        }

        @Override
        public void onInterval(IntervalReport report) {
            text.see(report);
            long parts = (report.interval() + 1) * PARTS / text.intervals();
            long now = clock.getAsLong();
            if (parts > partsShown || now - shownAt >= QUIET_NANOS) {
                partsShown = parts;
                shownAt = now;
                out.println(text.line(report));
            }
        }
    }

    /** Shows one line that redraws itself, at most ten times a second. The run's thread alone. */
    final class BarProgress implements Progress {
        private static final long REDRAW_NANOS = 100_000_000L;
        private static final int LONGEST_BAR = 16;
        private static final int SHORTEST_BAR = 4;
        private static final int AROUND_BAR = "[] ".length();
        private static final String CLEAR_REST = "\u001b[K";

        private final PrintWriter out;
        private final ProgressText text;
        private final int columns;
        private final LongSupplier clock;
        private int length = LONGEST_BAR;
        private long drawnAt;
        private IntervalReport undrawn;

        /**
         * Starts the clock.
         *
         * @param columns of the terminal: a longer line would wrap, and then scroll instead of redrawing
         * @param clock nanoseconds, as {@link System#nanoTime}
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
            text.see(report);
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
            int room = Math.max(1, columns - 1); // a full line would move the cursor to the next
            String line = text.line(report, room);
            out.print("\r" + bar(report, room - line.length()) + line.substring(0, Math.min(line.length(), room))
                    + CLEAR_REST);
            out.flush();
        }

        /**
         * Returns a bar as long as the shortest room that the words have left so far, so that it does not change with
         * each of them; empty where no room is left.
         */
        private String bar(IntervalReport report, int room) {
            length = Math.min(length, room - AROUND_BAR);
            if (length < SHORTEST_BAR) {
                return "";
            }
            int filled = (int) (text.fraction(report) * length);
            return "[" + "#".repeat(filled) + "-".repeat(length - filled) + "] ";
        }

        @Override
        public void end() {
            if (undrawn != null) {
                draw(undrawn);
            }
            out.println();
        }
    }
}
