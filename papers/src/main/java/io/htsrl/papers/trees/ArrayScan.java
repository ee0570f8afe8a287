package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PriorityScale;

/**
 * Index of an array of priorities: a draw sums them from the first one to its point, O(n); an update is one write. Uses
 * the units of {@link io.htsrl.replay.SumTree}, so that it draws the same leaves. One thread.
 */
public final class ArrayScan implements PriorityIndex {
    private final PriorityScale scale;
    private final long[] units;
    private long total;

    public ArrayScan(int capacity) {
        scale = PriorityScale.of(capacity);
        units = new long[capacity];
    }

    @Override
    public PriorityIndex forThread() {
        return this;
    }

    @Override
    public void sample(RandomStream draws, int[] leaves) {
        for (int j = 0; j < leaves.length; j++) {
            long rest = Strata.point(total, j, leaves.length, draws);
            int leaf = 0;
            while (rest >= units[leaf]) {
                rest -= units[leaf++];
            }
            leaves[j] = leaf;
        }
    }

    @Override
    public void update(int[] leaves, double[] priorities) {
        for (int j = 0; j < leaves.length; j++) {
            long now = scale.toUnits(priorities[j]);
            total += now - units[leaves[j]];
            units[leaves[j]] = now;
        }
    }
}
