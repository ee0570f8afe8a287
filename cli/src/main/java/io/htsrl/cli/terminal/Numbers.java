package io.htsrl.cli.terminal;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.Sample;
import java.util.Locale;

/** Numbers as people are told them. Stateless, any thread. */
public final class Numbers {

    private Numbers() {}

    /** Such as {@code 1,234.50} of two digits after the point, or a dash where there is no number. */
    public static String decimal(double value, int digits) {
        return Double.isNaN(value) ? "-" : text("%,." + digits + "f", value);
    }

    /** {@link String#format(Locale, String, Object...)}, the same in every language. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A mean over seeds and its bootstrapped 95 % confidence interval; NaN where there is none. Immutable. */
    public record MeanWithInterval(double mean, ConfidenceInterval interval) {

        public static MeanWithInterval of(double[] values) {
            return new MeanWithInterval(Sample.mean(values), Bootstrap.ofMean(values));
        }

        /** Such as {@code 498.20 (495.12 .. 500.00)}. */
        @Override
        public String toString() {
            return Numbers.decimal(mean, 2)
                    + (Double.isNaN(interval.low())
                            ? ""
                            : " (" + Numbers.decimal(interval.low(), 2) + " .. " + Numbers.decimal(interval.high(), 2)
                                    + ")");
        }
    }
}
