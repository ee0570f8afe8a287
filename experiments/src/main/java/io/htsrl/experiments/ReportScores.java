package io.htsrl.experiments;

import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Scores of one method: of each environment those of its finished runs. Statistics and intervals as in rliable (Agarwal
 * et al. 2021): a stratum of the bootstrap is an environment. Immutable by use.
 */
public record ReportScores(double[][] strata) {

    /** Returns the score of each run that counts and has one. */
    static double[] of(ReportGroup group, boolean evaluated) {
        return group.counted().stream()
                .mapToDouble(run -> evaluated ? run.evaluated() : run.outcome().meanReturn100())
                .filter(Double::isFinite)
                .toArray();
    }

    /** Returns the mean over environments of the mean over runs. */
    MeanWithInterval mean() {
        return estimate(strata -> Sample.mean(means(strata)));
    }

    /** Returns the median over environments of the mean over runs; of one environment that over runs. */
    MeanWithInterval median() {
        return estimate(strata -> Sample.median(strata.length == 1 ? strata[0] : means(strata)));
    }

    /** Returns the interquartile mean over all runs. */
    public MeanWithInterval interquartileMean() {
        return estimate(strata -> Sample.interquartileMean(all(strata)));
    }

    /** Returns by how much normalised scores miss 1, where more than 1 counts as 1. */
    MeanWithInterval optimalityGap() {
        return estimate(strata -> 1
                - Sample.mean(Arrays.stream(all(strata))
                        .map(score -> Math.min(score, 1))
                        .toArray()));
    }

    /** Returns the probability that a run is better than one of {@code other}, the mean over the same environments. */
    public MeanWithInterval improvementOver(ReportScores other) {
        int half = strata.length;
        double[][] both =
                Stream.of(strata, other.strata).flatMap(Arrays::stream).toArray(double[][]::new);
        return estimate(both, drawn -> {
            double sum = 0;
            for (int i = 0; i < half; i++) {
                sum += Sample.probabilityAbove(drawn[i], drawn[half + i]);
            }
            return sum / half;
        });
    }

    private MeanWithInterval estimate(ToDoubleFunction<double[][]> statistic) {
        return estimate(strata, statistic);
    }

    private static MeanWithInterval estimate(double[][] values, ToDoubleFunction<double[][]> statistic) {
        return new MeanWithInterval(statistic.applyAsDouble(values), Bootstrap.of(values, statistic));
    }

    private static double[] means(double[][] strata) {
        return Arrays.stream(strata).mapToDouble(Sample::mean).toArray();
    }

    private static double[] all(double[][] strata) {
        return Arrays.stream(strata).flatMapToDouble(Arrays::stream).toArray();
    }
}
