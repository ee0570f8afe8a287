package io.htsrl.replay;

import java.util.Arrays;

/**
 * Brings what a batch of leaves has changed by to the sums above them: every distinct ancestor is added to once,
 * whatever the order of the leaves, and a level after the one below. One thread's, over words that any number share;
 * allocates only while it grows.
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

    /** For at most {@code most} leaves. */
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

    /** Takes note that a leaf has changed by {@code delta}. */
    void add(int leaf, long delta) {
        ascending &= count == 0 || nodes[count - 1] <= leaf;
        nodes[count] = leaf;
        deltas[count++] = delta;
    }

    /** Adds what was noted to all ancestors. */
    void up() {
        if (!ascending) { // a batch as drawn ascends, but for what was drawn again
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

    /** From nodes to their parents, each once. */
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
