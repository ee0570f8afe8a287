package io.htsrl.benchmarks;

import java.util.Arrays;

/** The newest 65,536 durations of an update, with their median and minimum. One thread. */
final class UpdateTimes {
    private final long[] nanoseconds = new long[1 << 16];
    private long count;

    void clear() {
        count = 0;
    }

    void add(long duration) {
        nanoseconds[(int) (count++ % nanoseconds.length)] = duration;
    }

    double median() {
        long[] sorted = sorted();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    double least() {
        long[] sorted = sorted();
        return sorted.length == 0 ? Double.NaN : sorted[0];
    }

    private long[] sorted() {
        long[] sorted = Arrays.copyOf(nanoseconds, (int) Math.min(count, nanoseconds.length));
        Arrays.sort(sorted);
        return sorted;
    }
}
