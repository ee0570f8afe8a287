package io.htsrl.cli.train;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.NodeFigures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words reports, and estimates the time left from all that it has seen. The run's thread alone. */
final class ProgressText {
    private static final String GAP = "  ";

    private final long intervals;
    private final long timesteps;
    private final Pace pace = new Pace();

    ProgressText(RunConfig config) {
        intervals = config.intervals();
        timesteps = intervals * config.pipeline().stepsPerInterval();
    }

    /** Sees an interval, whether it is shown or not. */
    void see(IntervalReport report) {
        pace.add(report.wallSeconds(), report.timesteps());
    }

    /** Intervals of the whole run. */
    long intervals() {
        return intervals;
    }

    /** How much of the run is done, 0 .. 1. */
    double fraction(IntervalReport report) {
        return Math.min(1, (double) report.timesteps() / timesteps);
    }

    /**
     * Such as {@code 45 %  90,112 steps  113,204 steps/s  return 231.4  lag 1  ETA 0:12}; with {@code 3 nodes} before the
     * last of these where others collect the rollouts.
     */
    String line(IntervalReport report) {
        return line(report, Integer.MAX_VALUE);
    }

    /**
     * As much of it as fits, without what matters least: the lag, then the steps, then the time left. The rest may be
     * longer than {@code columns}.
     */
    String line(IntervalReport report, int columns) {
        String done = String.format(Locale.ROOT, "%3.0f %%", Math.floor(100 * fraction(report)));
        String steps = String.format(Locale.ROOT, "%,d steps", report.timesteps());
        String rate = String.format(Locale.ROOT, "%,.0f steps/s", rate(report));
        String mean = "return " + Numbers.decimal(report.meanReturn100(), 1);
        String lag = "lag " + (report.lag() < 0 ? "-" : report.lag());
        String nodes = nodes(report);
        String left = "ETA " + left(report);
        String shortest = String.join(GAP, done, rate, mean);
        return List.of(
                        List.of(done, steps, rate, mean, lag, nodes, left),
                        List.of(done, steps, rate, mean, nodes, left),
                        List.of(done, rate, mean, nodes, left))
                .stream()
                .map(parts -> parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(GAP)))
                .filter(text -> text.length() <= columns)
                .findFirst()
                .orElse(shortest);
    }

    /** Such as {@code 3 nodes, 8 again}: machines, and columns that another had to run again; nothing without. */
    private static String nodes(IntervalReport report) {
        Double nodes = report.losses().get(NodeFigures.NODES);
        if (nodes == null) {
            return "";
        }
        double again = report.losses().getOrDefault(NodeFigures.AGAIN, 0.0);
        return String.format(Locale.ROOT, "%,.0f %s", nodes, nodes == 1 ? "node" : "nodes")
                + (again > 0 ? String.format(Locale.ROOT, ", %,.0f again", again) : "");
    }

    /** Of late; of all that there was where that is little. */
    private double rate(IntervalReport report) {
        double recent = pace.recentStepsPerSecond();
        return Double.isNaN(recent) ? report.timesteps() / report.wallSeconds() : recent;
    }

    /** A clock's time, or dots while the run's speed has not settled. */
    private String left(IntervalReport report) {
        if (report.timesteps() >= timesteps) {
            return duration(0);
        }
        double seconds = (timesteps - report.timesteps()) / pace.stepsPerSecond();
        return Double.isNaN(seconds) ? "..." : duration(seconds);
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
