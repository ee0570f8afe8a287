package io.htsrl.benchmarks.soak;

import io.htsrl.core.random.RandomStream;

/** RandomDraws one after another from a stream, so that a case is a function of its seed and number. One thread. */
final class RandomDraws {
    private final RandomStream stream;
    private long next;

    RandomDraws(RandomStream stream) {
        this.stream = stream;
    }

    /** Whether something of probability {@code p} happens. */
    boolean chance(double p) {
        return stream.uniform(next++) < p;
    }

    /** A whole number from {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + (int) (stream.uniform(next++) * (most - least + 1L));
    }

    /** One of {@code values}. */
    @SafeVarargs
    final <T> T of(T... values) {
        return values[between(0, values.length - 1)];
    }

    /** 64 bits, a seed for something else. */
    long bits() {
        return stream.bits(next++);
    }
}
