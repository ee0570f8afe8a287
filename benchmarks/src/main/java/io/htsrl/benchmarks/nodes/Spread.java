package io.htsrl.benchmarks.nodes;

import java.util.Collection;
import java.util.Locale;

/**
 * Median, 95th percentile and maximum of times in seconds. Immutable.
 *
 * @param count number of times
 */
record Spread(int count, double median, double ninetyFive, double most) {

    /** Returns the spread of times in nanoseconds; NaNs if none exist. */
    static Spread ofNanos(Collection<Long> nanos) {
        double[] seconds =
                nanos.stream().mapToDouble(each -> each / 1e9).sorted().toArray();
        return new Spread(seconds.length, at(seconds, 0.5), at(seconds, 0.95), at(seconds, 1));
    }

    private static double at(double[] sorted, double part) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(part * sorted.length) - 1];
    }

    /** Returns the header of {@link #line}. */
    static String header() {
        return String.format(Locale.ROOT, "%-12s %6s %9s %9s %9s", "seconds", "count", "median", "95 %", "most");
    }

    String line(String name) {
        return String.format(Locale.ROOT, "%-12s %6d %9.3f %9.3f %9.3f", name, count, median, ninetyFive, most);
    }
}
