package io.htsrl.core.time;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats durations: {@code 10s}, {@code 500ms}, {@code 1.5min}. Pure functions. */
public final class TimeSpan {
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|ms|s|min|h)");
    private static final String[] UNITS = {"h", "min", "s", "ms", "us", "ns"};

    private TimeSpan() {}

    /** Parses a duration; null if {@code text} is invalid, or beyond 292 years. */
    public static Duration parse(String text) {
        Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return null;
        }
        double nanos = nanos(m.group(1), m.group(2));
        return nanos < Long.MAX_VALUE ? Duration.ofNanos(Math.round(nanos)) : null;
    }

    /**
     * Converts a number of a unit to nanoseconds, not rounded.
     *
     * @param unit one of ns, us, ms, s, min, h
     * @throws NumberFormatException when {@code number} is invalid
     */
    public static double nanos(String number, String unit) {
        return Double.parseDouble(number) * nanosPer(unit);
    }

    /** Formats in the greatest unit that yields a whole number, as {@link #parse} reads it. */
    public static String text(Duration span) {
        long nanos = span.toNanos();
        for (String unit : UNITS) {
            if (nanos % nanosPer(unit) == 0 && nanos != 0) {
                return nanos / nanosPer(unit) + unit;
            }
        }
        return "0s";
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }
}
