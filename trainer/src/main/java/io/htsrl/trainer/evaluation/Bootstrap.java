package io.htsrl.trainer.evaluation;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/**
 * 95 % confidence intervals by the percentile bootstrap (Efron 1979): the mean of 10,000 samples drawn with
 * replacement from the values, and its quantiles 0.025 and 0.975. The draws come from a fixed seed, so equal values
 * have equal intervals. Stateless, any thread.
 */
public final class Bootstrap {
    /** Samples drawn. */
    public static final int RESAMPLES = 10_000;

    private static final double TAIL = 0.025;

    /** An interval; both ends are NaN for fewer than two values, which have no spread. */
    public record ConfidenceInterval(double low, double high) {}

    private Bootstrap() {}

    /** Returns the confidence interval of the mean. */
    public static ConfidenceInterval ofMean(double[] values) {
        return ofMean(values, RESAMPLES);
    }

    static ConfidenceInterval ofMean(double[] values, int resamples) {
        if (values.length < 2) {
            return new ConfidenceInterval(Double.NaN, Double.NaN);
        }
        RandomStream draws = RandomStream.root(0).spawn("bootstrap");
        double[] means = new double[resamples];
        double[] drawn = new double[values.length];
        for (int resample = 0; resample < resamples; resample++) {
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = values[(int) (draws.uniform(resample, i) * values.length)];
            }
            means[resample] = Sample.mean(drawn);
        }
        Arrays.sort(means);
        return new ConfidenceInterval(Sample.quantile(means, TAIL), Sample.quantile(means, 1 - TAIL));
    }
}
