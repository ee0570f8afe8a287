package io.htsrl.trainer.evaluation;

import java.util.Arrays;

/**
 * Statistics of a handful of numbers, by their textbook formulas with sums in the given order. An empty sample has
 * none: NaN. Stateless, any thread.
 */
public final class Sample {

    private Sample() {}

    public static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length; // 0 / 0 is NaN
    }

    /** Returns the sample's standard deviation, over n - 1; NaN below two values. */
    public static double standardDeviation(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
    }

    public static double median(double[] values) {
        return quantile(sorted(values), 0.5);
    }

    /**
     * Returns the interquartile mean: the mean without the lowest and the highest quarter, {@code floor(n/4)} values
     * each (Agarwal et al., "Deep Reinforcement Learning at the Edge of the Statistical Precipice", NeurIPS 2021).
     */
    public static double interquartileMean(double[] values) {
        double[] sorted = sorted(values);
        int cut = sorted.length / 4;
        return mean(Arrays.copyOfRange(sorted, cut, sorted.length - cut));
    }

    /**
     * Returns the probability that a value of {@code x} is above one of {@code y}, where equal ones count half (Mann
     * and Whitney 1947): with the returns of two algorithms the probability of improvement of Agarwal et al.
     */
    public static double probabilityAbove(double[] x, double[] y) {
        double above = 0;
        for (double one : x) {
            for (double other : y) {
                above += one > other ? 1 : one == other ? 0.5 : 0;
            }
        }
        return above / ((double) x.length * y.length);
    }

    /**
     * Returns a quantile by linear interpolation between the two nearest values, as NumPy's default.
     *
     * @param sorted ascending
     * @param probability in [0, 1]
     */
    static double quantile(double[] sorted, double probability) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double position = probability * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        double low = sorted[below];
        return low + (position - below) * (sorted[above] - low);
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
