package io.htsrl.benchmarks.trees;

import io.htsrl.core.random.RandomStream;

/** What the experiments measure: drawing leaves by priority, and setting them, a batch at a time. */
interface PriorityIndex {

    /** The side of one thread. */
    PriorityIndex forThread();

    /** Fills {@code leaves} with draws. */
    void sample(RandomStream draws, int[] leaves);

    /** Sets the priorities of {@code leaves}. */
    void update(int[] leaves, double[] priorities);
}
