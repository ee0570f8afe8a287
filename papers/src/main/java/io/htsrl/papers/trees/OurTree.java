package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.SumTree;
import io.htsrl.replay.SumTreeCursor;

/** Index by the lock-free K-ary tree of module {@code replay}. */
public final class OurTree implements PriorityIndex {
    private final SumTree tree;
    private final SumTreeCursor cursor;

    /** Creates a tree with the default fan-out of that capacity. */
    public OurTree(int capacity) {
        this(new SumTree(capacity));
    }

    public OurTree(int capacity, int fanOut) {
        this(new SumTree(capacity, fanOut));
    }

    private OurTree(SumTree tree) {
        this.tree = tree;
        this.cursor = tree.newCursor();
    }

    @Override
    public PriorityIndex forThread() {
        return new OurTree(tree);
    }

    @Override
    public void sample(RandomStream draws, int[] leaves) {
        cursor.sample(draws, leaves.length, leaves);
    }

    @Override
    public void update(int[] leaves, double[] priorities) {
        cursor.update(leaves, priorities, leaves.length);
    }
}
