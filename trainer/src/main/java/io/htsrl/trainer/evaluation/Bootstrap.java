package io.htsrl.trainer.evaluation;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * 95 % confidence intervals by the percentile bootstrap (Efron 1979): the statistic of 10,000 samples drawn with
 * replacement from the values, and its quantiles 0.025 and 0.975. The draws come from a fixed seed, so equal values
 * have equal intervals. Stateless, any thread.
 */
public final class Bootstrap {
    /** Samples drawn. */
    public static final int RESAMPLES = 10_000;

    private static final double TAIL = 0.025;

    /** An interval; both ends NaN where fewer than two values were given, which tell nothing of their spread. */
    public record ConfidenceInterval(double low, double high) {}

    private Bootstrap() {}

    /** Of the mean. */
    public static ConfidenceInterval ofMean(double[] values) {
        return of(values, Sample::mean, RESAMPLES);
    }

    /** Of the interquartile mean. */
    public static ConfidenceInterval ofInterquartileMean(double[] values) {
        return of(values, Sample::interquartileMean, RESAMPLES);
    }

    static ConfidenceInterval of(double[] values, ToDoubleFunction<double[]> statistic, int resamples) {
        if (values.length < 2) {
            return new ConfidenceInterval(Double.NaN, Double.NaN);
        }
        RandomStream draws = RandomStream.root(0).spawn("bootstrap");
        double[] statistics = new double[resamples];
        double[] drawn = new double[values.length];
        for (int resample = 0; resample < resamples; resample++) {
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = values[(int) (draws.uniform(resample, i) * values.length)];
            }
            statistics[resample] = statistic.applyAsDouble(drawn);
        }
        Arrays.sort(statistics);
        return new ConfidenceInterval(Sample.quantile(statistics, TAIL), Sample.quantile(statistics, 1 - TAIL));
    }
}
