package io.htsrl.benchmarks.trees;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The K-ary sum tree of Zhang, Kuppannagari, Prasanna (2021) as their paper describes it: floating-point sums, one lock
 * for the inner levels and one for the leaves, so that an update's leaf and another's descent can be under way at once.
 * An update sets the leaf under the leaf lock and then adds the difference to the ancestors under the tree lock; a
 * descent goes down under the tree lock and searches the last children under the leaf lock. Where sums disagree for a
 * moment the last child is taken.
 */
final class PaperTree implements PriorityIndex {
    private final int fanOut;
    private final double[][] levels;
    private final ReentrantLock treeLock = new ReentrantLock();
    private final ReentrantLock leafLock = new ReentrantLock();

    PaperTree(int capacity, int fanOut) {
        this.fanOut = fanOut;
        int depth = 1;
        for (long reach = 1; reach < capacity; reach *= fanOut) {
            depth++;
        }
        levels = new double[depth][];
        int width = capacity;
        for (int level = depth - 1; level >= 0; level--) {
            levels[level] = new double[(width + fanOut - 1) / fanOut * fanOut];
            width = (width + fanOut - 1) / fanOut;
        }
    }

    @Override
    public int sample(long bits) {
        int node = 0;
        int leaves = levels.length - 1;
        double rest;
        treeLock.lock();
        try {
            rest = (bits >>> 11) * 0x1.0p-53 * levels[0][0];
            for (int level = 1; level < leaves; level++) {
                int child = node * fanOut;
                int last = child + fanOut - 1;
                while (child < last && rest >= levels[level][child]) {
                    rest -= levels[level][child++];
                }
                node = child;
            }
        } finally {
            treeLock.unlock();
        }
        leafLock.lock();
        try {
            int child = node * fanOut;
            int last = Math.min(child + fanOut, levels[leaves].length) - 1;
            while (child < last && rest >= levels[leaves][child]) {
                rest -= levels[leaves][child++];
            }
            return child;
        } finally {
            leafLock.unlock();
        }
    }

    @Override
    public void update(int leaf, double priority) {
        int leaves = levels.length - 1;
        double delta;
        leafLock.lock();
        try {
            delta = priority - levels[leaves][leaf];
            levels[leaves][leaf] = priority;
        } finally {
            leafLock.unlock();
        }
        treeLock.lock();
        try {
            int node = leaf;
            for (int level = leaves - 1; level >= 0; level--) {
                node /= fanOut;
                levels[level][node] += delta;
            }
        } finally {
            treeLock.unlock();
        }
    }
}
