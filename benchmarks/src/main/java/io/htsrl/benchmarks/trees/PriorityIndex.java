package io.htsrl.benchmarks.trees;

/** What the experiments measure: drawing a leaf by priority, and setting one. Any thread. */
interface PriorityIndex {

    /** A leaf drawn with 64 random bits. */
    int sample(long bits);

    void update(int leaf, double priority);
}
