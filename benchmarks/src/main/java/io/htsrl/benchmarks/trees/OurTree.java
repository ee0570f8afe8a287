package io.htsrl.benchmarks.trees;

import io.htsrl.core.RandomStream;
import io.htsrl.replay.SumTree;

/** The lock-free K-ary tree of module {@code replay}, leaf by leaf. */
final class OurTree implements PriorityIndex {
    private static final RandomStream DRAWS = RandomStream.root(1).spawn("tree");
    private final SumTree tree;

    OurTree(int capacity, int fanOut) {
        tree = new SumTree(capacity, fanOut);
    }

    @Override
    public int sample(long bits) {
        return tree.draw(DRAWS, bits);
    }

    @Override
    public void update(int leaf, double priority) {
        tree.set(leaf, priority);
    }
}
