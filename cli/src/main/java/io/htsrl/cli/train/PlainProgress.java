package io.htsrl.cli.train;

import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** One line for every tenth of the run, and one whenever five seconds passed without. The run's thread alone. */
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
            out.flush();
        }
    }

    @Override
    public void end() {
        out.flush();
    }
}
