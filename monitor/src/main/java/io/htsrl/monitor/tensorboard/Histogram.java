package io.htsrl.monitor.tensorboard;

import io.htsrl.monitor.protobuf.Message;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often there were numbers, by buckets. Immutable.
 *
 * @param min     the least number
 * @param max     the greatest
 * @param count   how many there were
 * @param sum     of all
 * @param squares of all, their sum
 * @param buckets counts by upper limit; one begins where the one before it ends
 */
record Histogram(double min, double max, double count, double sum, double squares, TreeMap<Double, Double> buckets) {
    /** From one bucket's end to the next's, for numbers of any size. */
    private static final double GROWTH = 1.25;

    private static final double LEAST = 1e-9;

    /** Of whole numbers, of which there are few: a bucket for each, n's from n - 0.5 to n + 0.5. Not of none. */
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
            buckets.putIfAbsent(number - 0.5, 0.0); // where numbers between are missing
            buckets.put(number + 0.5, entry.getValue().doubleValue());
        }
        return new Histogram(buckets.firstKey() + 0.5, buckets.lastKey() - 0.5, count, sum, squares, buckets);
    }

    /** Of numbers above 0, each bucket a quarter larger than the one below it. Not of none. */
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
