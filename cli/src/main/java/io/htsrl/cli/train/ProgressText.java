package io.htsrl.cli.train;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import java.util.Locale;

/** Words a report. Immutable, any thread. */
final class ProgressText {
    private final long intervals;
    private final long timesteps;

    ProgressText(RunConfig config) {
        intervals = config.intervals();
        timesteps = intervals * config.pipeline().stepsPerInterval();
    }

    /** Intervals of the whole run. */
    long intervals() {
        return intervals;
    }

    /** How much of the run is done, 0 .. 1. */
    double fraction(IntervalReport report) {
        return Math.min(1, (double) report.timesteps() / timesteps);
    }

    /** Such as {@code 45 %  90,112 steps  113,204 steps/s  return 231.4  lag 1  ETA 0:12}. */
    String line(IntervalReport report) {
        double rate = report.timesteps() / report.wallSeconds();
        double left = (timesteps - report.timesteps()) / rate;
        return String.format(
                Locale.ROOT,
                "%3.0f %%  %,d steps  %,.0f steps/s  return %s  lag %s  ETA %s",
                Math.floor(100 * fraction(report)),
                report.timesteps(),
                rate,
                Numbers.decimal(report.meanReturn100(), 1),
                report.lag() < 0 ? "-" : report.lag(),
                duration(left));
    }

    /** {@code m:ss}, or {@code h:mm:ss} from an hour on. */
    static String duration(double seconds) {
        if (!Double.isFinite(seconds)) {
            return "-";
        }
        long s = Math.max(0, Math.round(seconds));
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
