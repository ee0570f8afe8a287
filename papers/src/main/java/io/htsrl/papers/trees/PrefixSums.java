package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PriorityScale;

/**
 * Index of running sums of all priorities: a draw is a binary search, O(log n); an update changes every sum after its
 * leaf, O(n). Uses the units of {@link io.htsrl.replay.SumTree}, so that it draws the same leaves. One thread.
 */
public final class PrefixSums implements PriorityIndex {
    private final PriorityScale scale;
    /** Sum of the priorities up to and including each leaf. */
    private final long[] ends;

    public PrefixSums(int capacity) {
        scale = PriorityScale.of(capacity);
        ends = new long[capacity];
    }

    @Override
    public PriorityIndex forThread() {
        return this;
    }

    @Override
    public void sample(RandomStream draws, int[] leaves) {
        long total = ends[ends.length - 1];
        for (int j = 0; j < leaves.length; j++) {
            leaves[j] = find(Strata.point(total, j, leaves.length, draws));
        }
    }

    /** Returns the first leaf whose sum exceeds the point. */
    private int find(long point) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Fills in one pass; leaf by leaf it would take O(n^2). */
    @Override
    public void fill(double[] priorities) {
        long sum = 0;
        for (int leaf = 0; leaf < priorities.length; leaf++) {
            sum += scale.toUnits(priorities[leaf]);
            ends[leaf] = sum;
        }
    }

    @Override
    public void update(int[] leaves, double[] priorities) {
        for (int j = 0; j < leaves.length; j++) {
            long before = leaves[j] == 0 ? 0 : ends[leaves[j] - 1];
            long delta = scale.toUnits(priorities[j]) - (ends[leaves[j]] - before);
            for (int i = leaves[j]; i < ends.length; i++) {
                ends[i] += delta;
            }
        }
    }
}
