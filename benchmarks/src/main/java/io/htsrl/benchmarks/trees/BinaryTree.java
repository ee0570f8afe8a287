package io.htsrl.benchmarks.trees;

/** The usual binary sum tree over doubles behind one global lock: what the paper measures against. */
final class BinaryTree implements PriorityIndex {
    private final double[] nodes;
    private final int leaves;

    BinaryTree(int capacity) {
        leaves = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
        nodes = new double[2 * leaves];
    }

    @Override
    public synchronized int sample(long bits) {
        double rest = (bits >>> 11) * 0x1.0p-53 * nodes[1];
        int node = 1;
        while (node < leaves) {
            node *= 2;
            if (rest >= nodes[node]) {
                rest -= nodes[node++];
            }
        }
        return node - leaves;
    }

    @Override
    public synchronized void update(int leaf, double priority) {
        int node = leaf + leaves;
        double delta = priority - nodes[node];
        for (; node >= 1; node /= 2) {
            nodes[node] += delta;
        }
    }
}
