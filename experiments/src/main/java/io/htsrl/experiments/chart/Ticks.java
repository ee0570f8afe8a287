package io.htsrl.experiments.chart;

import io.htsrl.cli.terminal.Numbers;

/** Formats numbers on the axes of pictures, as short as they are readable. Stateless, any thread. */
final class Ticks {
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    /** Limit from which on thousands are counted: 9,000 is as short as 9k, and 20k is shorter than 20,000. */
    private static final double LONG = 1e4;

    /** Limit below which a number is written with its exponent. */
    private static final double SMALL = 1e-3;

    /** Tolerance for exponents on a logarithmic axis. */
    private static final double EQUAL = 1e-6;

    /** A unit of time for a range of times. */
    enum Unit {
        SECONDS("time (s)", 1, 60),
        MINUTES("time (min)", 60, 7200),
        HOURS("time (h)", 3600, Double.POSITIVE_INFINITY);

        final String title;
        final double seconds;
        private final double below;

        Unit(String title, double seconds, double below) {
            this.title = title;
            this.seconds = seconds;
            this.below = below;
        }

        /** Returns the unit for times up to {@code seconds}. */
        static Unit of(double seconds) {
            return seconds < SECONDS.below ? SECONDS : seconds < MINUTES.below ? MINUTES : HOURS;
        }
    }

    private Ticks() {}

    /** Formats a number, such as {@code 0.25}, {@code 1,500}, {@code 20k} or {@code 1.5M}. */
    static String text(double value) {
        double size = Math.abs(value);
        if (size >= MILLION) {
            return plain(value / MILLION) + "M";
        }
        return size >= LONG ? plain(value / THOUSAND) + "k" : plain(value);
    }

    /** Formats a tick of an axis of exponents of two: only whole exponents and those of {@code places} have a text. */
    static String ofExponent(double exponent, double[] places) {
        for (double place : places) {
            if (Math.abs(exponent - place) <= EQUAL) {
                return text(StrictMath.pow(2, place));
            }
        }
        long whole = Math.round(exponent);
        return Math.abs(exponent - whole) > EQUAL ? "" : text(Math.scalb(1.0, (int) whole));
    }

    private static String plain(double value) {
        double size = Math.abs(value);
        if (size > 0 && size < SMALL) {
            return Numbers.text("%.1e", value);
        }
        String text = Numbers.text(size < 1 ? "%.4f" : "%,.2f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
