package io.htsrl.monitor.tensorboard;

import io.htsrl.monitor.protobuf.Message;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of numbers by buckets. Immutable.
 *
 * @param min minimum
 * @param max maximum
 * @param count number of numbers
 * @param sum sum of all numbers
 * @param squares sum of their squares
 * @param buckets counts by upper limit; a bucket begins at the end of the one before it
 */
record Histogram(double min, double max, double count, double sum, double squares, TreeMap<Double, Double> buckets) {
    /** Factor between the ends of two buckets, for numbers of any size. */
    private static final double GROWTH = 1.25;

    private static final double LEAST = 1e-9;

    /**
     * Counts a small range of whole numbers, with a bucket from n - 0.5 to n + 0.5 for each n. Requires at least one
     * number.
     */
    static Histogram of(Map<Integer, Long> counts) {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        double count = 0;
        double sum = 0;
        double squares = 0;
        for (Map.Entry<Integer, Long> entry : new TreeMap<>(counts).entrySet()) {
            double number = entry.getKey();
            count += entry.getValue();
            sum += number * entry.getValue();
            squares += number * number * entry.getValue();
            buckets.putIfAbsent(number - 0.5, 0.0); // for numbers that are missing between others
            buckets.put(number + 0.5, entry.getValue().doubleValue());
        }
        return new Histogram(buckets.firstKey() + 0.5, buckets.lastKey() - 0.5, count, sum, squares, buckets);
    }

    /**
     * Counts numbers above 0, with each bucket a quarter larger than the one before it. Requires at least one number.
     */
    static Histogram of(double[] numbers) {
        DoubleSummaryStatistics all = Arrays.stream(numbers).summaryStatistics();
        TreeMap<Double, Double> buckets = new TreeMap<>();
        double limit = Math.max(LEAST, all.getMin() / GROWTH);
        buckets.put(limit, 0.0);
        while (limit < all.getMax()) {
            limit *= GROWTH;
            buckets.put(limit, 0.0);
        }
        for (double number : numbers) {
            buckets.merge(buckets.ceilingKey(number), 1.0, Double::sum);
        }
        return new Histogram(
                all.getMin(),
                all.getMax(),
                numbers.length,
                all.getSum(),
                Arrays.stream(numbers).map(number -> number * number).sum(),
                buckets);
    }

    Message message() {
        return new Message()
                .real(1, min)
                .real(2, max)
                .real(3, count)
                .real(4, sum)
                .real(5, squares)
                .reals(6, array(buckets.keySet()))
                .reals(7, array(buckets.values()));
    }

    private static double[] array(Collection<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
