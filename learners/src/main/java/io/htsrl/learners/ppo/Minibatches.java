package io.htsrl.learners.ppo;

import io.htsrl.core.random.RandomStream;

/** A seeded order of a bank's rows, cut into minibatches: Fisher-Yates over counter-based draws. One thread. */
final class Minibatches {
    private final int[] order;
    private final RandomStream stream;

    Minibatches(int rows, RandomStream stream) {
        this.order = new int[rows];
        this.stream = stream;
    }

    /** The order of {@code epoch} within {@code update}: a function of the stream, the update and the epoch. */
    int[] shuffle(long update, int epoch) {
        RandomStream draws = stream.spawn(update).spawn(epoch);
        for (int i = 0; i < order.length; i++) {
            int j = (int) (((draws.bits(i) >>> 33) * (i + 1L)) >>> 31); // 0 .. i
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
