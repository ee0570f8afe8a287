package io.htsrl.monitor.tensorboard;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often there was each of a few whole numbers. Immutable.
 *
 * @param counts by number, in rising order; not empty
 */
record Histogram(SortedMap<Integer, Long> counts) {

    Histogram {
        counts = new TreeMap<>(counts);
    }

    /** A bucket for each number, and an empty one wherever numbers between are missing. */
    Message message() {
        double sum = 0;
        double squares = 0;
        long all = 0;
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            double number = entry.getKey();
            all += entry.getValue();
            sum += number * entry.getValue();
            squares += number * number * entry.getValue();
        }
        double[][] buckets = buckets();
        return new Message()
                .real(1, counts.firstKey())
                .real(2, counts.lastKey())
                .real(3, all)
                .real(4, sum)
                .real(5, squares)
                .reals(6, buckets[0])
                .reals(7, buckets[1]);
    }

    /** Upper limits, and counts: the bucket of n ends at n + 0.5. */
    private double[][] buckets() {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        counts.forEach((number, count) -> {
            buckets.putIfAbsent(number - 0.5, 0.0);
            buckets.put(number + 0.5, (double) count);
        });
        return new double[][] {
            buckets.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
            buckets.values().stream().mapToDouble(Double::doubleValue).toArray()
        };
    }
}
