package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;

/** Index that draws leaves by priority and sets priorities, a batch at a time. */
public interface PriorityIndex {

    /** Returns the view of one thread. */
    PriorityIndex forThread();

    /** Fills {@code leaves} with draws. */
    void sample(RandomStream draws, int[] leaves);

    /** Sets the priorities of {@code leaves}. */
    void update(int[] leaves, double[] priorities);

    /** Sets all priorities of an index that has none yet. */
    default void fill(double[] priorities) {
        int[] leaf = new int[1];
        double[] priority = new double[1];
        for (leaf[0] = 0; leaf[0] < priorities.length; leaf[0]++) {
            priority[0] = priorities[leaf[0]];
            update(leaf, priority);
        }
    }
}
