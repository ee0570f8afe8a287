package io.htsrl.benchmarks.soak;

import io.htsrl.core.random.RandomStream;

/** Sequence of random values of a stream, so that a case is a function of its seed and number. One thread. */
final class RandomDraws {
    private final RandomStream stream;
    private long next;

    RandomDraws(RandomStream stream) {
        this.stream = stream;
    }

    /** Returns true with probability {@code p}. */
    boolean chance(double p) {
        return stream.uniform(next++) < p;
    }

    /** Returns an integer from {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + (int) (stream.uniform(next++) * (most - least + 1L));
    }

    /** Returns one of {@code values}. */
    @SafeVarargs
    final <T> T of(T... values) {
        return values[between(0, values.length - 1)];
    }

    /** Returns 64 random bits. */
    long bits() {
        return stream.bits(next++);
    }
}
