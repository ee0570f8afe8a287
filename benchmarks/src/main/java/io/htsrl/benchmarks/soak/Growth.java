package io.htsrl.benchmarks.soak;

import java.util.Arrays;

/**
 * Whether a series of samples grows. The rule: over the last two thirds of the samples, what comes before being
 * warm-up, the median of the slopes between all pairs (Theil and Sen: a few outliers change nothing) is taken as the
 * rate. The series is flat when that rate, over that part of the run, makes no more than {@code room}. Immutable.
 *
 * @param perHour the rate
 * @param change  what it makes over the last two thirds
 * @param room    the most that counts as flat
 */
record Growth(double perHour, double change, double room) {
    /**
     * @param seconds when the samples were taken, rising
     * @param values  the samples
     * @param room    the most that counts as flat
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
