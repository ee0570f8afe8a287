package io.htsrl.cli.train;

import java.util.Arrays;

/**
 * How fast a run is by now. The JVM compiles during the first seconds, and learning may begin late: what counts is the
 * later half of the time so far, once its two quarters agree; where they still differ after twenty seconds, the last of
 * them. The run's thread alone; an addition costs nanoseconds.
 */
final class Pace {
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

    /** So many steps were done after so many seconds; neither ever falls. */
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

    /** Keeps every other one. */
    private void thin() {
        for (int i = 0; i < MOST / 2; i++) {
            seconds[i] = seconds[2 * i];
            steps[i] = steps[2 * i];
        }
        count = MOST / 2;
        spacing *= 2;
    }

    /** Steps per second of late; NaN as long as nobody can tell. */
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

    /** Steps per second of the last quarter of the time so far, of ten seconds at most; NaN before there is any. */
    double recentStepsPerSecond() {
        double time = count == 0 ? 0 : lastSeconds - seconds[0];
        return time == 0 ? Double.NaN : rate(lastSeconds - Math.min(RECENT_SECONDS, time / 4), lastSeconds);
    }

    private double rate(double from, double to) {
        return (stepsAt(to) - stepsAt(from)) / (to - from);
    }

    /** On the line between the two that are known beside it. */
    private double stepsAt(double time) {
        int found = Arrays.binarySearch(seconds, 0, count, time);
        if (found >= 0) {
            return steps[found];
        }
        int next = -found - 1; // never 0: no time before the first is asked for
        double endSeconds = next == count ? lastSeconds : seconds[next];
        double endSteps = next == count ? lastSteps : steps[next];
        double share = (time - seconds[next - 1]) / (endSeconds - seconds[next - 1]);
        return steps[next - 1] + share * (endSteps - steps[next - 1]);
    }
}
