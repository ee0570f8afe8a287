package io.htsrl.benchmarks.bridge;

import java.util.Locale;

/**
 * Bar for a contender: a minimum ratio of its steps per second to another's, or a maximum time of one step. Immutable.
 *
 * @param contender name of the contender
 * @param other name of the contender that it is compared with; null for a time
 * @param goal minimum ratio, or maximum microseconds
 */
record Bar(String contender, String other, double goal) {
    private static final double MICROS = 1e6;

    static Bar ratio(String contender, String other, double least) {
        return new Bar(contender, other, least);
    }

    static Bar micros(String contender, double most) {
        return new Bar(contender, null, most);
    }

    private double value(Rates rates) {
        double rate = rates.median(contender);
        return other == null ? MICROS / rate : rate / rates.median(other);
    }

    boolean reached(Rates rates) {
        return other == null ? value(rates) <= goal : value(rates) >= goal;
    }

    /** Returns a line such as {@code hts-rl / plain loops: 0.94 (bar 0.90): reached}. */
    String text(Rates rates) {
        return String.format(
                Locale.ROOT,
                other == null ? "%s: %.1f us a step (bar %.1f): %s" : "%s: %.2f (bar %.2f): %s",
                other == null ? contender : contender + " / " + other,
                value(rates),
                goal,
                reached(rates) ? "reached" : "MISSED");
    }
}
