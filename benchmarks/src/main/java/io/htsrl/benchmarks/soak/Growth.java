package io.htsrl.benchmarks.soak;

import java.util.Arrays;

/**
 * Growth of a series of samples. The rate is the median of the slopes between all pairs (Theil and Sen: robust to a few
 * outliers) of the last two thirds of the samples; the first third is warm-up. A series is flat if the rate, over the
 * time of these samples, is a change of at most {@code room}. Immutable.
 *
 * @param perHour rate
 * @param change change over the last two thirds at that rate
 * @param room maximum change of a flat series
 */
record Growth(double perHour, double change, double room) {
    /**
     * @param seconds times of the samples, ascending
     * @param values the samples
     * @param room maximum change of a flat series
     */
    static Growth of(double[] seconds, double[] values, double room) {
        int from = values.length / 3;
        double[] slopes = new double[(values.length - from) * (values.length - from - 1) / 2];
        int count = 0;
        for (int i = from; i < values.length; i++) {
            for (int j = i + 1; j < values.length; j++) {
                slopes[count++] = (values[j] - values[i]) / (seconds[j] - seconds[i]);
            }
        }
        double slope = median(slopes);
        double span = seconds[values.length - 1] - seconds[from];
        return new Growth(slope * 3600, slope * span, room);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    boolean flat() {
        return change <= room;
    }
}
