package io.htsrl.replay;

import java.util.Arrays;

/**
 * Adds the changes of a batch of leaves to the sums above them: every distinct ancestor is added to once, in any order
 * of the leaves, level by level from below. One thread's, over words that any number of threads share; allocates only
 * to grow.
 */
final class AncestorUpdate {
    private final TreeShape shape;
    private final TreeMemory words;
    private int[] nodes = new int[64];
    private long[] deltas = new long[64];
    private long[] ordered = new long[64];
    private long[] keys = new long[64];
    private int count;
    private boolean ascending;

    AncestorUpdate(SumTree tree) {
        this.shape = tree.shape;
        this.words = tree.words;
    }

    /** Begins a batch of at most {@code most} leaves. */
    void begin(int most) {
        if (nodes.length < most) {
            int length = Math.max(most, 2 * nodes.length);
            nodes = new int[length];
            deltas = new long[length];
            ordered = new long[length];
            keys = new long[length];
        }
        count = 0;
        ascending = true;
    }

    /** Records that a leaf has changed by {@code delta}. */
    void add(int leaf, long delta) {
        ascending &= count == 0 || nodes[count - 1] <= leaf;
        nodes[count] = leaf;
        deltas[count++] = delta;
    }

    /** Adds the recorded changes to all ancestors. */
    void up() {
        if (!ascending) { // a drawn batch ascends, except for redrawn leaves
            sort();
        }
        for (int level = 1; level < shape.levels; level++) {
            merge();
            for (int j = 0; j < count; j++) {
                if (deltas[j] != 0) {
                    words.add(shape.word(level, nodes[j]), deltas[j]);
                }
            }
        }
    }

    private void sort() {
        for (int j = 0; j < count; j++) {
            keys[j] = (long) nodes[j] << Integer.SIZE | j;
        }
        Arrays.sort(keys, 0, count);
        for (int j = 0; j < count; j++) {
            nodes[j] = (int) (keys[j] >> Integer.SIZE);
            ordered[j] = deltas[(int) keys[j]];
        }
        long[] unordered = deltas;
        deltas = ordered;
        ordered = unordered;
    }

    /** Replaces nodes by their parents, each once. */
    private void merge() {
        int kept = 0;
        int last = -1;
        for (int j = 0; j < count; j++) {
            int parent = nodes[j] >> shape.shift;
            long delta = deltas[j];
            if (parent == last) {
                deltas[kept - 1] += delta;
            } else {
                last = parent;
                nodes[kept] = parent;
                deltas[kept++] = delta;
            }
        }
        count = kept;
    }
}
