package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;

/** Binary sum tree over doubles with one global lock, taken once a batch: the baseline of the paper. */
public final class BinaryTree implements PriorityIndex {
    private final double[] nodes;
    private final int leaves;

    public BinaryTree(int capacity) {
        leaves = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
        nodes = new double[2 * leaves];
    }

    @Override
    public PriorityIndex forThread() {
        return this;
    }

    @Override
    public synchronized void sample(RandomStream draws, int[] drawn) {
        for (int i = 0; i < drawn.length; i++) {
            double rest = draws.uniform(i, 0) * nodes[1];
            int node = 1;
            while (node < leaves) {
                node *= 2;
                if (rest >= nodes[node]) {
                    rest -= nodes[node++];
                }
            }
            drawn[i] = node - leaves;
        }
    }

    @Override
    public synchronized void update(int[] drawn, double[] priorities) {
        for (int i = 0; i < drawn.length; i++) {
            int node = drawn[i] + leaves;
            double delta = priorities[i] - nodes[node];
            for (; node >= 1; node /= 2) {
                nodes[node] += delta;
            }
        }
    }
}
