package io.htsrl.trainer.evaluation;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * 95 % confidence intervals by the percentile bootstrap (Efron 1979): a statistic of 10,000 samples drawn with
 * replacement from the values, and its quantiles 0.025 and 0.975. Several groups of values are strata: each is drawn
 * from by itself, as in rliable (Agarwal et al. 2021). The draws come from a fixed seed, so equal values have equal
 * intervals. Stateless, any thread.
 */
public final class Bootstrap {
    /** Samples drawn. */
    public static final int RESAMPLES = 10_000;

    private static final double TAIL = 0.025;

    /** An interval; both ends are NaN where a stratum has fewer than two values, which have no spread. */
    public record ConfidenceInterval(double low, double high) {}

    private Bootstrap() {}

    /** Returns the confidence interval of the mean. */
    public static ConfidenceInterval ofMean(double[] values) {
        return ofMean(values, RESAMPLES);
    }

    static ConfidenceInterval ofMean(double[] values, int resamples) {
        return of(new double[][] {values}, strata -> Sample.mean(strata[0]), resamples);
    }

    /** Returns the confidence interval of a statistic of some strata. */
    public static ConfidenceInterval of(double[][] strata, ToDoubleFunction<double[][]> statistic) {
        return of(strata, statistic, RESAMPLES);
    }

    private static ConfidenceInterval of(double[][] strata, ToDoubleFunction<double[][]> statistic, int resamples) {
        if (strata.length == 0 || Arrays.stream(strata).anyMatch(stratum -> stratum.length < 2)) {
            return new ConfidenceInterval(Double.NaN, Double.NaN);
        }
        RandomStream draws = RandomStream.root(0).spawn("bootstrap");
        double[] statistics = new double[resamples];
        double[][] drawn = Arrays.stream(strata).map(double[]::clone).toArray(double[][]::new);
        for (int resample = 0; resample < resamples; resample++) {
            int draw = 0;
            for (int s = 0; s < strata.length; s++) {
                for (int i = 0; i < drawn[s].length; i++) {
                    drawn[s][i] = strata[s][(int) (draws.uniform(resample, draw++) * drawn[s].length)];
                }
            }
            statistics[resample] = statistic.applyAsDouble(drawn);
        }
        Arrays.sort(statistics);
        return new ConfidenceInterval(Sample.quantile(statistics, TAIL), Sample.quantile(statistics, 1 - TAIL));
    }
}
