package io.htsrl.experiments.tune.model;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * How long the slowest of several takes who each take steps of gamma-distributed times, one after the other: what Claim 1
 * of HTS-RL approximates by extreme-value theory, integrated instead, so that it holds for few and for many. Pure function.
 */
final class SlowestOf {
    private static final int POINTS = 400; // of Simpson's rule: 1e-4 of the exact value for exponential times
    private static final double DEVIATIONS = 14;
    private static final double STEADY = 1e-4;

    private SlowestOf() {}

    /**
     * The expected time.
     *
     * @param many      who begin together, at least 1
     * @param steps     of each
     * @param mean      of a step
     * @param deviation of a step, as a share of the mean
     */
    static double seconds(int many, double steps, double mean, double deviation) {
        double sum = steps * mean;
        double spread = deviation / Math.sqrt(steps);
        if (many == 1 || mean == 0 || spread < STEADY) {
            return sum;
        }
        double shape = 1 / (spread * spread);
        GammaDistribution of = GammaDistribution.of(shape, sum / shape);
        double end = sum * (1 + DEVIATIONS * Math.max(spread, spread * spread));
        double width = end / POINTS;
        double integral = 0;
        for (int i = 0; i <= POINTS; i++) {
            double weight = i == 0 || i == POINTS ? 1 : i % 2 == 1 ? 4 : 2;
            integral += weight * (1 - StrictMath.pow(of.cumulativeProbability(i * width), many));
        }
        return Math.max(sum, integral * width / 3);
    }
}
