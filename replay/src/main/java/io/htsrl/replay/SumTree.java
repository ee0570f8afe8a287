package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import java.util.Objects;

/**
 * A K-ary sum tree over fixed-point priorities, after Zhang, Kuppannagari, Prasanna (2021), without locks; any thread
 * may call any method at any time. Leaf retrieval is O(1), update and search O(log_K N). {@link SumTreeCursor} handles
 * batches.
 *
 * <p>Whole-number additions commute, so: (G1) without concurrent calls every inner node is exactly the sum of its
 * children, and the state is a function of the leaves alone; (G2) during updates the sums on a descent's path may
 * disagree; a descent past a node's last child gives {@link #MISSED} and is drawn again, since clamping would favour
 * last children; (G3) a returned leaf was positive at its last read, which makes visible all that its writer did before
 * setting it.
 */
public final class SumTree {
    /** Result of a descent that concurrent updates misdirected. */
    public static final int MISSED = -1;

    private static final int YIELD_EVERY = 64;

    final TreeShape shape;
    final TreeMemory words;
    private final PriorityScale scale;

    /** Creates a tree of zeros with the default fan-out and scale. */
    public SumTree(int capacity) {
        this(capacity, TreeShape.defaultFanOut(capacity));
    }

    /**
     * Creates a tree of zeros.
     *
     * @param capacity leaves, 1 .. 2^27
     * @param fanOut K, a power of two in 2 .. 256
     */
    public SumTree(int capacity, int fanOut) {
        this(new TreeShape(capacity, fanOut));
    }

    /** Creates a tree of zeros that is a part of a larger one: its priorities have the scale of the whole. */
    SumTree(int capacity, PriorityScale scale) {
        this(new TreeShape(capacity, TreeShape.defaultFanOut(capacity)), scale);
    }

    SumTree(TreeShape shape) {
        this(shape, PriorityScale.of(shape.capacity));
    }

    private SumTree(TreeShape shape, PriorityScale scale) {
        this(shape, new TreeMemory.Direct(shape.words), scale);
    }

    /** Creates a tree over {@code words}, which hold zeros. */
    SumTree(TreeShape shape, TreeMemory words) {
        this(shape, words, PriorityScale.of(shape.capacity));
    }

    private SumTree(TreeShape shape, TreeMemory words, PriorityScale scale) {
        this.shape = shape;
        this.words = words;
        this.scale = scale;
    }

    public int capacity() {
        return shape.capacity;
    }

    public int fanOut() {
        return shape.fanOut;
    }

    /** Returns the scale that converts real priorities to units, and refuses invalid ones. */
    public PriorityScale scale() {
        return scale;
    }

    /** Returns the bytes of all nodes, padding included. */
    public long bytes() {
        return (long) shape.words * Long.BYTES;
    }

    /** Returns a cursor for one thread's batches. */
    public SumTreeCursor newCursor() {
        return new SumTreeCursor(this);
    }

    /** Returns the units of one leaf. */
    public long units(int leaf) {
        return words.getAcquire(Objects.checkIndex(leaf, shape.capacity));
    }

    /** Returns the sum of all leaves, in units; approximate during concurrent updates. */
    public long total() {
        int top = shape.word(shape.levels - 1, 0);
        long sum = 0;
        for (int node = 0; node < shape.topNodes; node++) {
            sum += words.get(top + node);
        }
        return sum;
    }

    /** Sets a leaf; refuses what {@link PriorityScale#toUnits} refuses. */
    public void set(int leaf, double priority) {
        setUnits(leaf, scale.toUnits(priority));
    }

    /** Sets a leaf in units and returns its previous units. */
    public long setUnits(int leaf, long units) {
        Objects.checkIndex(leaf, shape.capacity);
        long before = words.getAndSet(leaf, checkUnits(units));
        addToAncestors(leaf, units - before);
        return before;
    }

    /**
     * Sets a leaf unless it is zero, so that a slot that is being written cannot be drawn. Returns its previous units.
     */
    public long replaceUnits(int leaf, long units) {
        Objects.checkIndex(leaf, shape.capacity);
        long before = exchangeIfPositive(leaf, checkUnits(units));
        if (before > 0) {
            addToAncestors(leaf, units - before);
        }
        return before;
    }

    long exchangeIfPositive(int leaf, long units) {
        long before = words.getAcquire(leaf);
        while (before > 0 && !words.compareAndSet(leaf, before, units)) {
            before = words.getAcquire(leaf);
        }
        return before;
    }

    long checkUnits(long units) {
        if (units < 0 || units > scale.maxUnits()) {
            throw new IllegalArgumentException(
                    "units " + units + " must be in 0 .. " + scale.maxUnits() + ", so that no sum of them overflows");
        }
        return units;
    }

    private void addToAncestors(int leaf, long delta) {
        if (delta == 0) {
            return;
        }
        int node = leaf;
        for (int level = 1; level < shape.levels; level++) {
            node >>= shape.shift;
            words.add(shape.word(level, node), delta);
        }
    }

    /**
     * Returns the leaf whose interval of the running sum of leaves contains {@code point}, or {@link #MISSED}.
     *
     * @param point in 0 .. total-1
     */
    public int find(long point) {
        long rest = point;
        int node = 0;
        int first = shape.word(shape.levels - 1, 0);
        int width = shape.topNodes;
        for (int level = shape.levels - 1; ; level--) {
            int child = 0;
            for (long sum; child < width && rest >= (sum = words.get(first + child)); child++) {
                rest -= sum;
            }
            if (child == width) {
                return MISSED;
            }
            node += child;
            if (level == 0) {
                return node < shape.capacity && words.getAcquire(node) > 0 ? node : MISSED; // G3
            }
            first = shape.firstChild(level, node);
            node <<= shape.shift;
            width = shape.fanOut;
        }
    }

    /**
     * Draws a leaf with probability {@code units / total}; attempt {@code a} takes its bits from coordinates
     * {@code (draw, a)}.
     *
     * @return {@link #MISSED} when the total is zero, which may also happen during concurrent updates
     */
    public int draw(RandomStream draws, long draw) {
        return draw(draws, draw, 0);
    }

    /** Draws a leaf with attempts counted from {@code firstAttempt}. */
    int draw(RandomStream draws, long draw, long firstAttempt) {
        for (long attempt = firstAttempt; ; attempt++) {
            long total = total();
            if (total <= 0) {
                return MISSED;
            }
            long point = StratifiedSampling.below(total, draws.bits(draw, attempt));
            int leaf = point < 0 ? MISSED : find(point);
            if (leaf != MISSED) {
                return leaf;
            }
            waitForUpdates(attempt);
        }
    }

    /** Yields now and then, so that a thread in the middle of an update can continue. */
    static void waitForUpdates(long attempt) {
        if (attempt % YIELD_EVERY == YIELD_EVERY - 1) {
            Thread.yield();
        }
    }

    /** Copies the units of all leaves, the whole state, to {@code offset}. Without concurrent updates. */
    public void copyLeaves(long[] to, int offset) {
        for (int leaf = 0; leaf < shape.capacity; leaf++) {
            to[offset + leaf] = words.getAcquire(leaf);
        }
    }
}
