package io.htsrl.experiments.theory;

/**
 * Mean and spread of simulated durations, in nanoseconds, in one pass (Welford, 1962), so that equal durations have no
 * spread at all. Not thread-safe.
 */
final class Durations {
    private long count;
    private double mean;
    private double squares;

    void add(double nanos) {
        count++;
        double difference = nanos - mean;
        mean += difference / count;
        squares += difference * (nanos - mean);
    }

    /** The throughput when each duration is that of {@code steps} steps; its error by the delta method. */
    Throughput throughput(long steps) {
        double rate = steps * 1e9 / mean;
        double deviation = count < 2 ? 0 : Math.sqrt(squares / (count - 1));
        return new Throughput(rate, rate * deviation / mean / Math.sqrt(count));
    }
}
