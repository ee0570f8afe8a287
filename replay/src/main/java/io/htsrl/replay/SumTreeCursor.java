package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * Draws and updates one thread's batches over a {@link SumTree} that any number of threads share; the guarantees are
 * the tree's. A batch reads the top level once and moves all its draws down together, level by level. Allocates only to
 * grow its scratch memory.
 *
 * <p>Threads slow each other down by cache misses on lines that the other wrote last: about 100 ns each for dependent
 * loads, a tenth of that for independent ones. A search for a child ends in an unpredictable branch, which prevents
 * loads ahead; therefore a level's lines are loaded for the whole batch before any is searched.
 */
public final class SumTreeCursor {
    private static final int LINE = TreeMemory.Direct.LINE_BYTES / Long.BYTES;
    private static final int FOUR_LINES = 4 * LINE;

    private final SumTree tree;
    private final TreeShape shape;
    private final TreeMemory words;
    private final AncestorUpdate carry;
    private final long[] prefix;
    private long[] scratch = new long[64];

    @SuppressWarnings("UnusedVariable") // written so that loads are not optimised away
    private long touched;

    SumTreeCursor(SumTree tree) {
        this.tree = tree;
        this.shape = tree.shape;
        this.words = tree.words;
        this.carry = new AncestorUpdate(tree);
        this.prefix = new long[shape.topNodes + 1];
    }

    // ---- drawing ----

    /**
     * Draws a stratified batch (Schaul et al. 2016, App. B.2.1): draw {@code j} from the {@code j}-th of {@code count}
     * equal parts of the total. Without concurrent updates, the result is a function of the leaves and of
     * {@code draws}: attempt {@code a} of draw {@code j} takes its bits from coordinates {@code (j, a)}; attempts after
     * the first are drawn from the whole.
     *
     * @return false, and an invalid batch, when the total is zero, which may also happen during concurrent updates
     */
    public boolean sample(RandomStream draws, int count, int[] leaves) {
        long total = readTop();
        if (total <= 0) {
            return false;
        }
        reserve(count);
        drawTops(draws, total, leaves, count);
        for (int level = shape.levels - 1; level > 0; level--) {
            touch(level, leaves, count);
            for (int j = 0; j < count; j++) {
                leaves[j] = child(level, leaves[j], j);
            }
        }
        for (int j = 0; j < count; j++) {
            if (!isDrawable(leaves[j])) {
                leaves[j] = redraw(draws, j, 1);
                if (leaves[j] == SumTree.MISSED) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Draws one leaf from the whole, with attempts counted from {@code firstAttempt}.
     *
     * @return {@link SumTree#MISSED} when the total is zero, which may also happen during concurrent updates
     */
    public int redraw(RandomStream draws, int draw, long firstAttempt) {
        return tree.draw(draws, draw, firstAttempt);
    }

    /** Computes the running sums of the current top level, and returns the total. */
    private long readTop() {
        int top = shape.word(shape.levels - 1, 0);
        long sum = 0;
        for (int node = 0; node < shape.topNodes; node++) {
            prefix[node] = sum;
            sum += words.get(top + node);
        }
        prefix[shape.topNodes] = sum;
        return sum;
    }

    /**
     * Finds the top node of each draw's point, and the rest of the point within it. Points ascend, so one pass serves
     * all.
     */
    private void drawTops(RandomStream draws, long total, int[] nodes, int count) {
        long quotient = total / count;
        long remainder = total % count;
        long low = 0; // Points.stratum(total, j, count), without a division for each
        long carried = 0;
        int top = 0;
        for (int j = 0; j < count; j++) {
            carried += remainder;
            boolean one = carried >= count;
            carried -= one ? count : 0;
            long width = quotient + (one ? 1 : 0);
            long point = width == 0 ? StratifiedSampling.REJECTED : StratifiedSampling.below(width, draws.bits(j, 0));
            if (point < 0) {
                nodes[j] = SumTree.MISSED;
            } else {
                while (prefix[top + 1] <= low + point) {
                    top++;
                }
                nodes[j] = top;
                scratch[j] = low + point - prefix[top];
            }
            low += width;
        }
    }

    /** Returns the child of a node that contains a draw's point, and keeps the rest of the point within it. */
    private int child(int level, int node, int draw) {
        if (node == SumTree.MISSED) {
            return SumTree.MISSED;
        }
        int first = shape.firstChild(level, node);
        long rest = scratch[draw];
        int child = 0;
        for (long sum; child < shape.fanOut && rest >= (sum = words.get(first + child)); child++) {
            rest -= sum;
        }
        scratch[draw] = rest;
        return child == shape.fanOut ? SumTree.MISSED : (node << shape.shift) + child;
    }

    private boolean isDrawable(int leaf) {
        return leaf >= 0 && leaf < shape.capacity && words.getAcquire(leaf) > 0; // G3
    }

    /** Loads the lines of all nodes' children: the loads are independent, so their misses overlap. */
    private void touch(int level, int[] nodes, int count) {
        int lines = Math.min(shape.fanOut, FOUR_LINES);
        long sum = 0;
        for (int part = 0; part < shape.fanOut; part += lines) {
            for (int j = 0; j < count; j++) {
                int first = shape.firstChild(level, Math.max(nodes[j], 0)) + part;
                sum += lines == FOUR_LINES ? touchFour(first) : touchSome(first);
            }
        }
        touched = sum; // kept, so that the loads are not optimised away
    }

    /** Loads four lines without a loop, which would cost more than the loads. */
    private long touchFour(int first) {
        return words.get(first) + words.get(first + LINE) + words.get(first + 2 * LINE) + words.get(first + 3 * LINE);
    }

    private long touchSome(int first) {
        long sum = 0;
        for (int word = 0; word < shape.fanOut; word += LINE) {
            sum += words.get(first + word);
        }
        return sum;
    }

    // ---- updating ----

    /**
     * Sets leaves, in order; of duplicates the last counts. All priorities and indices are checked before the first
     * leaf changes.
     */
    public void update(int[] leaves, double[] priorities, int count) {
        reserve(count);
        for (int j = 0; j < count; j++) {
            Objects.checkIndex(leaves[j], shape.capacity);
            scratch[j] = tree.scale().toUnits(priorities[j]);
        }
        carry.begin(count);
        for (int j = 0; j < count; j++) {
            carry.add(leaves[j], scratch[j] - words.getAndSet(leaves[j], scratch[j]));
        }
        carry.up();
    }

    /** Sets those of the leaves that are positive, in units and in order; a negative index is skipped. */
    public void replaceUnits(int[] leaves, long[] units, int count) {
        for (int j = 0; j < count; j++) {
            if (leaves[j] >= 0) {
                Objects.checkIndex(leaves[j], shape.capacity);
                tree.checkUnits(units[j]);
            }
        }
        carry.begin(count);
        for (int j = 0; j < count; j++) {
            long before = leaves[j] < 0 ? 0 : tree.exchangeIfPositive(leaves[j], units[j]);
            if (before > 0) {
                carry.add(leaves[j], units[j] - before);
            }
        }
        carry.up();
    }

    private void reserve(int count) {
        if (scratch.length < count) {
            scratch = new long[Math.max(count, 2 * scratch.length)];
        }
    }

    /**
     * Adds the changes of a batch of leaves to the sums above them: every distinct ancestor is added to once, in any
     * order of the leaves, level by level from below. One thread's, over words that any number of threads share;
     * allocates only to grow.
     */
    private static final class AncestorUpdate {
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
}
