package io.htsrl.cluster.wire;

import java.util.List;

/**
 * Who hands the parameters to whom: the first {@code fanOut} nodes have them from the learner, each hands them to as many
 * more, level by level. Pure functions.
 */
public final class Tree {
    /** Nodes that one machine sends to: above it, the learner's way out is what an interval waits for. */
    public static final int FAN_OUT = 16;

    private Tree() {}

    /** Whether so many nodes are too many for the learner. */
    public static boolean needed(int nodes, int fanOut) {
        return nodes > fanOut;
    }

    /** Whether a node has them from the learner. */
    public static boolean first(int index, int fanOut) {
        return index < fanOut;
    }

    /** Those whom the node at {@code index} hands them to. */
    public static <T> List<T> children(List<T> nodes, int index, int fanOut) {
        long from = Math.min(nodes.size(), (index + 1L) * fanOut);
        long to = Math.min(nodes.size(), from + fanOut);
        return List.copyOf(nodes.subList((int) from, (int) to));
    }
}
