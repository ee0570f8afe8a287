package io.htsrl.cli.terminal;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.Sample;

/** A mean over seeds and its bootstrapped 95 % confidence interval; NaN where there is none. Immutable. */
public record Estimate(double mean, ConfidenceInterval interval) {

    public static Estimate of(double[] values) {
        return new Estimate(Sample.mean(values), Bootstrap.ofMean(values));
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
