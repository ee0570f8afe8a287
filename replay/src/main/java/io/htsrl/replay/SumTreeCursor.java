package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * One thread's batches over a {@link SumTree} that any number of threads share; the guarantees are the tree's. A batch
 * reads the top level once, walks all its draws down together so that their cache misses overlap, and adds the
 * differences of neighbouring leaves to a common ancestor in one addition. Allocates only while its scratch grows.
 */
public final class SumTreeCursor {
    /** Leaves that do not fit into a core's own caches are worth touching ahead: 1 MB. */
    private static final int TOUCH_FROM = 1 << 17;

    private static final int LINE = 8;

    private final SumTree tree;
    private final TreeShape shape;
    private final Words words;
    private final int half;
    private final long[] prefix;
    private final int[] pendingNode;
    private final long[] pendingDelta;
    private long[] scratch = new long[64];

    @SuppressWarnings("UnusedVariable") // written so that loads are not optimised away
    private long touched;

    SumTreeCursor(SumTree tree) {
        this.tree = tree;
        this.shape = tree.shape;
        this.words = tree.words;
        this.half = Integer.highestOneBit(shape.topNodes);
        this.prefix = new long[2 * half];
        this.pendingNode = new int[shape.levels];
        this.pendingDelta = new long[shape.levels];
        Arrays.fill(pendingNode, -1);
    }

    // ---- drawing ----

    /**
     * Draws a stratified batch (Schaul et al. 2016, App. B.2.1): draw {@code j} from the {@code j}-th of {@code count}
     * equal parts of the total. While nobody updates, the result is a function of the leaves and of {@code draws}:
     * attempt {@code a} of draw {@code j} takes its bits from coordinates {@code (j, a)}; attempts after the first are
     * drawn from the whole.
     *
     * @return false, and the batch is void, when the total is zero: while others update, a total read as they go may be
     */
    public boolean sample(RandomStream draws, int count, int[] leaves) {
        long total = readTop();
        if (total <= 0) {
            return false;
        }
        reserve(count);
        int top = 0;
        for (int j = 0; j < count; j++) {
            long low = Points.stratum(total, j, count);
            long width = Points.stratum(total, j + 1, count) - low;
            long point = width == 0 ? Points.REJECTED : Points.below(width, draws.bits(j, 0));
            if (point < 0) {
                leaves[j] = SumTree.MISSED;
                continue;
            }
            while (prefix[top + 1] <= low + point) { // points of later strata lie further on: the batch walks once
                top++;
            }
            leaves[j] = descend(top, low + point - prefix[top], j);
        }
        touchLeaves(leaves, count);
        for (int j = 0; j < count; j++) {
            leaves[j] = finish(leaves[j], scratch[j]);
            if (leaves[j] == SumTree.MISSED) {
                leaves[j] = redraw(draws, j, 1);
                if (leaves[j] == SumTree.MISSED) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Draws one leaf from the whole, attempts counted from {@code firstAttempt}.
     *
     * @return {@link SumTree#MISSED} when the total is zero: while others update, a total read as they go may be
     */
    public int redraw(RandomStream draws, int draw, long firstAttempt) {
        reserve(1);
        for (long attempt = firstAttempt; ; attempt++) {
            long total = readTop();
            if (total <= 0) {
                return SumTree.MISSED;
            }
            long point = Points.below(total, draws.bits(draw, attempt));
            int leaf = point < 0 ? SumTree.MISSED : descendAlone(point);
            if (leaf != SumTree.MISSED) {
                return leaf;
            }
            SumTree.waitForUpdates(attempt);
        }
    }

    private int descendAlone(long point) {
        long kept = scratch[0]; // a redraw happens amid a batch whose rests lie there
        int top = search(point);
        int node = descend(top, point - prefix[top], 0);
        int leaf = finish(node, scratch[0]);
        scratch[0] = kept;
        return leaf;
    }

    /** Running sums of the top level as it is now; what follows the last node is never chosen. */
    private long readTop() {
        int top = shape.word(shape.levels - 1, 0);
        long sum = 0;
        for (int node = 0; node < shape.topNodes; node++) {
            prefix[node] = sum;
            sum += words.get(top + node);
        }
        Arrays.fill(prefix, shape.topNodes, prefix.length, sum);
        return sum;
    }

    /** The top node of {@code point}: the last one whose running sum does not exceed it. */
    private int search(long point) {
        int node = 0;
        for (int step = half; step > 0; step >>= 1) {
            node += step & (int) ((prefix[node + step] - point - 1) >> 63); // prefix <= point, without a branch
        }
        return node;
    }

    /** The node above the leaf of {@code point} (the leaf itself in a tree of one level); its rest into scratch. */
    private int descend(int top, long point, int draw) {
        int node = top;
        long rest = point;
        for (int level = shape.levels - 1; level > 1; level--) {
            int first = shape.firstChild(level, node);
            int child = 0;
            for (long sum; child < shape.fanOut && rest >= (sum = words.get(first + child)); child++) {
                rest -= sum;
            }
            if (child == shape.fanOut) {
                return SumTree.MISSED;
            }
            node = (node << shape.shift) + child;
        }
        scratch[draw] = rest;
        return node;
    }

    /** From the node above to the leaf. */
    private int finish(int node, long point) {
        if (node == SumTree.MISSED) {
            return SumTree.MISSED;
        }
        int leaf = node;
        if (shape.levels > 1) {
            long rest = point;
            leaf = node << shape.shift;
            int end = leaf + shape.fanOut;
            for (long units; leaf < end && rest >= (units = words.get(leaf)); leaf++) {
                rest -= units;
            }
            if (leaf == end) {
                return SumTree.MISSED;
            }
        }
        return leaf < shape.capacity && words.getAcquire(leaf) > 0 ? leaf : SumTree.MISSED; // G3
    }

    /** Loads the lines that {@link #finish} will walk: independent loads, so their misses overlap. */
    private void touchLeaves(int[] nodes, int count) {
        if (shape.capacity < TOUCH_FROM) {
            return;
        }
        long sum = 0;
        for (int j = 0; j < count; j++) {
            int first = Math.max(nodes[j], 0) << shape.shift;
            for (int word = 0; word < shape.fanOut; word += LINE) {
                sum += words.get(first + word);
            }
        }
        touched = sum; // kept, or the loads would be optimised away
    }

    // ---- updating ----

    /**
     * Sets leaves, in order: of duplicates the last wins. All priorities and indices are checked before the first leaf
     * changes.
     */
    public void update(int[] leaves, double[] priorities, int count) {
        reserve(count);
        for (int j = 0; j < count; j++) {
            Objects.checkIndex(leaves[j], shape.capacity);
            scratch[j] = tree.scale().toUnits(priorities[j]);
        }
        for (int j = 0; j < count; j++) {
            long before = words.getAndSet(leaves[j], scratch[j]);
            addLater(leaves[j], scratch[j] - before);
        }
        addNow();
    }

    /** Sets those of the leaves that are positive, in units and in order; a negative index is passed over. */
    public void replaceUnits(int[] leaves, long[] units, int count) {
        for (int j = 0; j < count; j++) {
            if (leaves[j] >= 0) {
                Objects.checkIndex(leaves[j], shape.capacity);
                tree.checkUnits(units[j]);
            }
        }
        for (int j = 0; j < count; j++) {
            long before = leaves[j] < 0 ? 0 : tree.exchangeIfPositive(leaves[j], units[j]);
            if (before > 0) {
                addLater(leaves[j], units[j] - before);
            }
        }
        addNow();
    }

    /** Keeps the difference until the next leaf has another ancestor at that level. */
    private void addLater(int leaf, long delta) {
        int node = leaf;
        for (int level = 1; level < shape.levels; level++) {
            node >>= shape.shift;
            if (pendingNode[level] == node) {
                pendingDelta[level] += delta;
            } else {
                add(level);
                pendingNode[level] = node;
                pendingDelta[level] = delta;
            }
        }
    }

    private void addNow() {
        for (int level = 1; level < shape.levels; level++) {
            add(level);
            pendingNode[level] = -1;
        }
    }

    private void add(int level) {
        if (pendingNode[level] >= 0 && pendingDelta[level] != 0) {
            words.add(shape.word(level, pendingNode[level]), pendingDelta[level]);
        }
    }

    private void reserve(int count) {
        if (scratch.length < count) {
            scratch = new long[Math.max(count, 2 * scratch.length)];
        }
    }
}
