package io.htsrl.papers.replay;

import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.trees.PriorityIndex;

/**
 * Workers on a {@link PriorityIndex}: they draw, update ascending leaves over the whole index as a batch does, or both.
 * Priorities are in 0.5 .. 1.5. Each worker belongs to one thread.
 */
final class IndexWork {

    private IndexWork() {}

    /** Gives every leaf a priority and returns the index. */
    static PriorityIndex filled(PriorityIndex index, int capacity, RandomStream stream) {
        double[] priorities = new double[capacity];
        for (int leaf = 0; leaf < capacity; leaf++) {
            priorities[leaf] = 0.5 + stream.uniform(leaf);
        }
        index.fill(priorities);
        return index;
    }

    /** Returns a worker whose operations are draws. */
    static Worker draws(PriorityIndex shared, int batch, RandomStream stream) {
        PriorityIndex index = shared.forThread();
        int[] leaves = new int[batch];
        return time -> {
            index.sample(stream.spawn(time), leaves);
            return batch;
        };
    }

    /** Returns a worker whose operations are updates of one leaf. */
    static Worker updates(PriorityIndex shared, int capacity, int batch, RandomStream stream) {
        PriorityIndex index = shared.forThread();
        int[] leaves = new int[batch];
        double[] priorities = new double[batch];
        return time -> {
            RandomStream draws = stream.spawn(time);
            for (int j = 0; j < batch; j++) {
                leaves[j] = (int) ((j + draws.uniform(j, 0)) * capacity / batch);
                priorities[j] = 0.5 + draws.uniform(j, 1);
            }
            index.update(leaves, priorities);
            return batch;
        };
    }

    /** Returns a worker whose operations are draws, each followed by an update. */
    static Worker pairs(PriorityIndex shared, int batch, RandomStream stream) {
        PriorityIndex index = shared.forThread();
        int[] leaves = new int[batch];
        double[] priorities = new double[batch];
        return time -> {
            RandomStream draws = stream.spawn(time);
            index.sample(draws, leaves);
            for (int j = 0; j < batch; j++) {
                priorities[j] = 0.5 + draws.uniform(j, 1);
            }
            index.update(leaves, priorities);
            return batch;
        };
    }
}
