package io.htsrl.papers.trees;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PriorityScale;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Sum tree with the layout of {@link io.htsrl.replay.SumTree}, shifted by some bytes, so that children do not start at
 * a cache line. It is simpler: every update adds to each ancestor of its leaf. Therefore two offsets of this tree are
 * compared, not one with that tree. Any thread may draw and update by its own {@link #forThread view}.
 */
public final class OffsetTree implements PriorityIndex {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int LINE_BYTES = 64;
    private static final int LINE = LINE_BYTES / Long.BYTES;
    private static final int TOP = 512;

    private final PriorityScale scale;
    private final int shift;
    private final int[] offsets;
    /** Last node of each level. */
    private final int[] lasts;

    private final int topNodes;
    private final ByteBuffer bytes;
    private final LongBuffer words;
    private final long[] prefix;
    private long[] rests = new long[64];
    private long touched;

    /**
     * @param fanOut K, a power of two
     * @param offset bytes after the start of a line at which every level starts: a multiple of 8 below 64
     */
    public OffsetTree(int capacity, int fanOut, int offset) {
        scale = PriorityScale.of(capacity);
        shift = Integer.numberOfTrailingZeros(fanOut);
        int levels = 1;
        for (int nodes = capacity; nodes > Math.max(TOP, fanOut); nodes = (nodes + fanOut - 1) / fanOut) {
            levels++;
        }
        offsets = new int[levels];
        lasts = new int[levels];
        int nodes = capacity;
        int end = 0;
        int multiple = Math.max(fanOut, LINE);
        for (int level = 0; level < levels; level++) {
            offsets[level] = end;
            lasts[level] = nodes - 1;
            end += (nodes + multiple - 1) / multiple * multiple;
            nodes = level == levels - 1 ? nodes : (nodes + fanOut - 1) / fanOut;
        }
        topNodes = nodes;
        bytes = ByteBuffer.allocateDirect(end * Long.BYTES + 2 * LINE_BYTES)
                .alignedSlice(LINE_BYTES)
                .position(offset)
                .slice()
                .order(ByteOrder.nativeOrder());
        words = bytes.asLongBuffer();
        prefix = new long[topNodes + 1];
    }

    private OffsetTree(OffsetTree other) {
        scale = other.scale;
        shift = other.shift;
        offsets = other.offsets;
        lasts = other.lasts;
        topNodes = other.topNodes;
        bytes = other.bytes;
        words = other.words;
        prefix = new long[topNodes + 1];
    }

    /** Returns the bytes after the start of a line at which {@code level} starts; level 0 holds the leaves. */
    int offset(int level) {
        return bytes.alignmentOffset(offsets[level] * Long.BYTES, LINE_BYTES);
    }

    @Override
    public PriorityIndex forThread() {
        return new OffsetTree(this);
    }

    @Override
    public void sample(RandomStream draws, int[] leaves) {
        if (rests.length < leaves.length) {
            rests = new long[leaves.length];
        }
        drawTops(draws, leaves);
        for (int level = offsets.length - 1; level > 0; level--) {
            touch(level, leaves);
            for (int j = 0; j < leaves.length; j++) {
                leaves[j] = child(level, leaves[j], j);
            }
        }
    }

    /** Draws the top nodes of all points in one pass, since points ascend. */
    private void drawTops(RandomStream draws, int[] nodes) {
        int first = offsets[offsets.length - 1];
        for (int node = 0; node < topNodes; node++) {
            prefix[node + 1] = prefix[node] + words.get(first + node);
        }
        int top = 0;
        for (int j = 0; j < nodes.length; j++) {
            long point = Strata.point(prefix[topNodes], j, nodes.length, draws);
            while (prefix[top + 1] <= point) {
                top++;
            }
            nodes[j] = top;
            rests[j] = point - prefix[top];
        }
    }

    private int firstChild(int level, int node) {
        return offsets[level - 1] + (node << shift);
    }

    /** Loads all lines of the nodes' children, so that their misses overlap. */
    private void touch(int level, int[] nodes) {
        long sum = 0;
        int fanOut = 1 << shift;
        for (int node : nodes) {
            int first = firstChild(level, node);
            for (int word = 0; word < fanOut; word += LINE) {
                sum += words.get(first + word);
            }
            sum += words.get(first + fanOut - 1); // of another line if children are not aligned
        }
        touched = sum; // kept, or the loads would be optimised away
    }

    /** Returns the child of a descent; the last one if concurrent updates made the sums inconsistent. */
    private int child(int level, int node, int draw) {
        int first = firstChild(level, node);
        int last = (1 << shift) - 1;
        long rest = rests[draw];
        int child = 0;
        for (long sum; child < last && rest >= (sum = words.get(first + child)); child++) {
            rest -= sum;
        }
        rests[draw] = rest;
        return Math.min((node << shift) + child, lasts[level - 1]);
    }

    @Override
    public void update(int[] leaves, double[] priorities) {
        for (int j = 0; j < leaves.length; j++) {
            long units = scale.toUnits(priorities[j]);
            long delta = units - (long) LONGS.getAndSet(bytes, leaves[j] << 3, units);
            int node = leaves[j];
            for (int level = 1; level < offsets.length; level++) {
                node >>= shift;
                long ignored = (long) LONGS.getAndAdd(bytes, (offsets[level] + node) << 3, delta);
            }
        }
    }

    /** Returns the sum of the last loads, so that they are not optimised away. */
    long touched() {
        return touched;
    }
}
