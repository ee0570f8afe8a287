package io.htsrl.replay;

/**
 * The layout of a K-ary sum tree's nodes in one array of words: level 0 holds the leaves, a node of level {@code l+1}
 * the sum of {@code K} neighbours of level {@code l}. The top is the first level of at most {@link #TOP} nodes. The
 * total is summed from it, since threads would contend for a stored one. Every level begins on a cache line and is
 * padded with zeros to whole nodes. So a node's children are contiguous; they begin a line for K of at least 8, and
 * share one for K of 2 or 4. Immutable.
 */
final class TreeShape {
    /**
     * Greatest number of nodes in the top level (or K, if greater). Of 8, 128 and 512, the last scaled best to two
     * threads.
     */
    static final int TOP = 512;

    static final int MAX_CAPACITY = 1 << 27;
    private static final int WORDS_PER_LINE = TreeMemory.Direct.LINE_BYTES / Long.BYTES;
    private static final int MAX_WORDS = (Integer.MAX_VALUE - 2 * TreeMemory.Direct.LINE_BYTES) / Long.BYTES;

    final int capacity;
    final int fanOut;
    final int shift;
    final int levels;
    final int topNodes;
    final int words;
    private final int[] offsets;
    private final int[] nodes;

    TreeShape(int capacity, int fanOut) {
        this(capacity, fanOut, TOP);
    }

    /** Creates a layout with a narrower top, so that small trees can have many levels. */
    TreeShape(int capacity, int fanOut, int top) {
        check(capacity, fanOut);
        this.capacity = capacity;
        this.fanOut = fanOut;
        this.shift = Integer.numberOfTrailingZeros(fanOut);
        this.levels = countLevels(capacity, fanOut, top);
        this.offsets = new int[levels];
        this.nodes = new int[levels];
        long end = 0;
        int count = capacity;
        for (int level = 0; level < levels; level++) {
            offsets[level] = (int) end;
            nodes[level] = count;
            end += roundUp(count, Math.max(fanOut, WORDS_PER_LINE));
            count = (count + fanOut - 1) >> shift;
        }
        if (end > MAX_WORDS) {
            throw new IllegalArgumentException("capacity " + capacity + " with fan-out " + fanOut + " needs " + end
                    + " words and at most " + MAX_WORDS + " can be addressed; give a greater fan-out");
        }
        this.words = (int) end;
        this.topNodes = nodes[levels - 1];
    }

    /**
     * Returns the default fan-out. In batches of 64, with one thread and with two, 32 was fastest at 1e4 and 1e5, 64 at
     * 1e6.
     */
    static int defaultFanOut(int capacity) {
        return capacity <= 1 << 18 ? 32 : 64;
    }

    /** Returns the word of node {@code node} of {@code level}. */
    int word(int level, int node) {
        return offsets[level] + node;
    }

    /** Returns the word of the first child, one level below {@code level}, of node {@code node}. */
    int firstChild(int level, int node) {
        return offsets[level - 1] + (node << shift);
    }

    /** Returns the number of nodes of {@code level}, without the padding. */
    int nodes(int level) {
        return nodes[level];
    }

    private static void check(int capacity, int fanOut) {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity " + capacity + " must be in 1 .. 2^27");
        }
        if (fanOut < 2 || fanOut > 256 || Integer.bitCount(fanOut) != 1) {
            throw new IllegalArgumentException("fan-out " + fanOut + " must be one of 2, 4, 8, 16, 32, 64, 128, 256");
        }
    }

    private static int countLevels(int capacity, int fanOut, int top) {
        int count = capacity;
        int levels = 1;
        while (count > Math.max(top, fanOut)) {
            count = (count + fanOut - 1) / fanOut;
            levels++;
        }
        return levels;
    }

    private static int roundUp(int count, int multiple) {
        return (count + multiple - 1) / multiple * multiple;
    }
}
