package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The K-ary sum tree of Zhang, Kuppannagari, Prasanna (2021): floating-point sums, one lock for the inner levels and
 * one for the leaves, so that one thread can update leaves while another descends. An update sets the leaf under the
 * leaf lock and then adds the difference to the ancestors under the tree lock. A descent takes the tree lock for the
 * inner levels and the leaf lock for the last children. It takes the last child if the sums are inconsistent. Each lock
 * is taken once a batch.
 */
public final class PaperTree implements PriorityIndex {
    private final int fanOut;
    private final double[][] levels;
    private final ReentrantLock treeLock = new ReentrantLock();
    private final ReentrantLock leafLock = new ReentrantLock();

    public PaperTree(int capacity, int fanOut) {
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
    public PriorityIndex forThread() {
        return this;
    }

    @Override
    public void sample(RandomStream draws, int[] leaves) {
        double[] rests = new double[leaves.length];
        treeLock.lock();
        try {
            for (int i = 0; i < leaves.length; i++) {
                rests[i] = draws.uniform(i, 0) * levels[0][0];
                for (int level = 1; level < levels.length - 1; level++) {
                    descend(level, i, leaves, rests, level == 1);
                }
            }
        } finally {
            treeLock.unlock();
        }
        leafLock.lock();
        try {
            for (int i = 0; i < leaves.length; i++) {
                descend(levels.length - 1, i, leaves, rests, levels.length == 2);
            }
        } finally {
            leafLock.unlock();
        }
    }

    /** Descends one level; takes the last child if the sums are inconsistent. */
    private void descend(int level, int i, int[] nodes, double[] rests, boolean fromRoot) {
        int child = fromRoot ? 0 : nodes[i] * fanOut;
        int last = Math.min(child + fanOut, levels[level].length) - 1;
        while (child < last && rests[i] >= levels[level][child]) {
            rests[i] -= levels[level][child++];
        }
        nodes[i] = child;
    }

    @Override
    public void update(int[] leaves, double[] priorities) {
        int last = levels.length - 1;
        double[] deltas = new double[leaves.length];
        leafLock.lock();
        try {
            for (int i = 0; i < leaves.length; i++) {
                deltas[i] = priorities[i] - levels[last][leaves[i]];
                levels[last][leaves[i]] = priorities[i];
            }
        } finally {
            leafLock.unlock();
        }
        treeLock.lock();
        try {
            for (int i = 0; i < leaves.length; i++) {
                int node = leaves[i];
                for (int level = last - 1; level >= 0; level--) {
                    node /= fanOut;
                    levels[level][node] += deltas[i];
                }
            }
        } finally {
            treeLock.unlock();
        }
    }
}
