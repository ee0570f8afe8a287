package io.htsrl.cli.train;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Formats reports, and estimates the time left from all reports so far. The run's thread alone. */
final class ProgressText {
    private static final String GAP = "  ";

    private final long intervals;
    private final long timesteps;
    private final EtaEstimator pace = new EtaEstimator();

    ProgressText(RunConfig config) {
        intervals = config.intervals();
        timesteps = intervals * config.pipeline().stepsPerInterval();
    }

    /** Adds an interval to the estimate, whether it is shown or not. */
    void see(IntervalReport report) {
        pace.add(report.wallSeconds(), report.timesteps());
    }

    /** Returns the number of intervals of the whole run. */
    long intervals() {
        return intervals;
    }

    /** Returns the completed part of the run, 0 .. 1. */
    double fraction(IntervalReport report) {
        return Math.min(1, (double) report.timesteps() / timesteps);
    }

    /**
     * Returns a text such as {@code 45 % 90,112 steps 113,204 steps/s return 231.4 lag 1 ETA 0:12}; with {@code 3
     * nodes} before the last of these where other nodes collect the rollouts.
     */
    String line(IntervalReport report) {
        return line(report, Integer.MAX_VALUE);
    }

    /**
     * Returns as much of that text as fits. It leaves out the lag first, then the steps, then the time left; the rest
     * may be longer than {@code columns}.
     */
    String line(IntervalReport report, int columns) {
        String done = Numbers.text("%3.0f %%", Math.floor(100 * fraction(report)));
        String steps = Numbers.text("%,d steps", report.timesteps());
        String rate = Numbers.text("%,.0f steps/s", rate(report));
        String mean = "return " + Numbers.ofReturn(report.meanReturn100(), 1);
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

    /**
     * Returns a text such as {@code 3 nodes, 8 again}: the number of nodes, and of columns that another node had to run
     * again; empty without nodes.
     */
    private static String nodes(IntervalReport report) {
        Double nodes = report.losses().get(MetricGroup.NODE_COUNT);
        if (nodes == null) {
            return "";
        }
        double again = report.losses().getOrDefault(MetricGroup.REASSIGNED, 0.0);
        return Numbers.text("%,.0f %s", nodes, nodes == 1 ? "node" : "nodes")
                + (again > 0 ? Numbers.text(", %,.0f again", again) : "");
    }

    /** Returns the recent rate; the rate of the whole run where that is short. */
    private double rate(IntervalReport report) {
        double recent = pace.recentStepsPerSecond();
        return Double.isNaN(recent) ? report.timesteps() / report.wallSeconds() : recent;
    }

    /** Returns the time left, or dots while the run's speed has not settled. */
    private String left(IntervalReport report) {
        if (report.timesteps() >= timesteps) {
            return duration(0);
        }
        double seconds = (timesteps - report.timesteps()) / pace.stepsPerSecond();
        return Double.isNaN(seconds) ? "..." : duration(seconds);
    }

    /** Returns {@code m:ss}, or {@code h:mm:ss} from an hour on. */
    static String duration(double seconds) {
        if (!Double.isFinite(seconds)) {
            return "-";
        }
        long s = Math.max(0, Math.round(seconds));
        return s < 3600
                ? Numbers.text("%d:%02d", s / 60, s % 60)
                : Numbers.text("%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }

    /**
     * Estimates a run's present speed. The JVM compiles during the first seconds, and learning may begin late: the
     * estimate uses the later half of the time so far, once its two quarters agree; where they still differ after
     * twenty seconds, the last of them. The run's thread alone; an addition costs nanoseconds.
     */
    private static final class EtaEstimator {
        private static final int MOST = 256;
        private static final double LEAST_SECONDS = 2;
        private static final double SETTLED_SECONDS = 20;
        private static final double AGREEMENT = 1.25;
        private static final double RECENT_SECONDS = 10;

        private final double[] seconds = new double[MOST];
        private final double[] steps = new double[MOST];
        private double spacing = 0.01;
        private int count;
        private double lastSeconds;
        private double lastSteps;

        /** Adds the steps done after a number of seconds; both never fall. */
        void add(double atSeconds, double atSteps) {
            lastSeconds = atSeconds;
            lastSteps = atSteps;
            if (count > 0 && atSeconds - seconds[count - 1] < spacing) {
                return;
            }
            if (count == MOST) {
                thin();
            }
            seconds[count] = atSeconds;
            steps[count++] = atSteps;
        }

        /** Keeps every second sample. */
        private void thin() {
            for (int i = 0; i < MOST / 2; i++) {
                seconds[i] = seconds[2 * i];
                steps[i] = steps[2 * i];
            }
            count = MOST / 2;
            spacing *= 2;
        }

        /** Returns the recent steps per second; NaN as long as they cannot be estimated. */
        double stepsPerSecond() {
            double time = count == 0 ? 0 : lastSeconds - seconds[0];
            if (time < LEAST_SECONDS) {
                return Double.NaN;
            }
            double half = lastSeconds - time / 2;
            double quarter = lastSeconds - time / 4;
            double before = rate(half, quarter);
            double since = rate(quarter, lastSeconds);
            boolean agree = since <= AGREEMENT * before && before <= AGREEMENT * since;
            double late = agree ? rate(half, lastSeconds) : since;
            return agree || time >= SETTLED_SECONDS ? late : Double.NaN;
        }

        /**
         * Returns the steps per second of the last quarter of the time so far, at most ten seconds; NaN before any
         * exist.
         */
        double recentStepsPerSecond() {
            double time = count == 0 ? 0 : lastSeconds - seconds[0];
            return time == 0 ? Double.NaN : rate(lastSeconds - Math.min(RECENT_SECONDS, time / 4), lastSeconds);
        }

        private double rate(double from, double to) {
            return (stepsAt(to) - stepsAt(from)) / (to - from);
        }

        /** Interpolates the steps at a time linearly between its two neighbours. */
        private double stepsAt(double time) {
            int found = Arrays.binarySearch(seconds, 0, count, time);
            if (found >= 0) {
                return steps[found];
            }
            int next = -found - 1; // never 0: no time before the first sample is requested
            double endSeconds = next == count ? lastSeconds : seconds[next];
            double endSteps = next == count ? lastSteps : steps[next];
            double share = (time - seconds[next - 1]) / (endSeconds - seconds[next - 1]);
            return steps[next - 1] + share * (endSteps - steps[next - 1]);
        }
    }
}
