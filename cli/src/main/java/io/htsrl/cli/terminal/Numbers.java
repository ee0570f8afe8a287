package io.htsrl.cli.terminal;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.Sample;
import java.util.Locale;

/** Formats numbers for people. Stateless, any thread. */
public final class Numbers {

    private Numbers() {}

    /** Returns {@code 1,234.50}, for example, with two digits after the point, or a dash for NaN. */
    public static String decimal(double value, int digits) {
        return Double.isNaN(value) ? "-" : text("%,." + digits + "f", value);
    }

    /** Returns a return: as {@link #decimal}, with three digits where it is a fraction between -10 and 10. */
    public static String ofReturn(double value, int digits) {
        return decimal(value, Math.abs(value) < 10 && value != Math.rint(value) ? 3 : digits);
    }

    /** Returns {@code 1 interval} or {@code 1,200 intervals}, for example. */
    public static String count(long number, String noun) {
        return text("%,d %s", number, number == 1 ? noun : noun + "s");
    }

    /** Formats as {@link String#format(Locale, String, Object...)} does, the same in every language. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A mean over seeds and its bootstrapped 95 % confidence interval; NaN where none exists. Immutable. */
    public record MeanWithInterval(double mean, ConfidenceInterval interval) {

        public static MeanWithInterval of(double[] values) {
            return new MeanWithInterval(Sample.mean(values), Bootstrap.ofMean(values));
        }

        /** Returns a text such as {@code 498.20 (495.12 .. 500.00)}. */
        @Override
        public String toString() {
            return Numbers.ofReturn(mean, 2)
                    + (Double.isNaN(interval.low())
                            ? ""
                            : " (" + Numbers.ofReturn(interval.low(), 2) + " .. " + Numbers.ofReturn(interval.high(), 2)
                                    + ")");
        }
    }
}
