package io.htsrl.replay;

/** What tests ask of a {@link SumTree}. */
final class SumTrees {

    private SumTrees() {}

    /** Returns whether every inner node is exactly the sum of its children (G1). Without concurrent updates. */
    static boolean sumsAreExact(SumTree tree) {
        for (int level = 1; level < tree.shape.levels; level++) {
            for (int node = 0; node < tree.shape.nodes(level); node++) {
                int first = tree.shape.firstChild(level, node);
                long sum = 0;
                for (int child = 0; child < tree.shape.fanOut; child++) {
                    sum += tree.words.getAcquire(first + child);
                }
                if (tree.words.getAcquire(tree.shape.word(level, node)) != sum) {
                    return false;
                }
            }
        }
        return true;
    }
}
