package io.htsrl.replay;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of the tree's accesses to its memory with Lincheck's model checker. Results must be those of
 * some order of the operations, and the sums exact after every interleaving.
 *
 * <pre>
 *   level 2 (top)      0           1
 *   level 1          0   1       2         binary, 5 leaves; leaf 4 is never set
 *   level 0         0 1 2 3     4
 * </pre>
 */
@Param(name = "leaf", gen = IntGen.class, conf = "0:3")
@Param(name = "units", gen = IntGen.class, conf = "0:2")
@Param(name = "point", gen = IntGen.class, conf = "0:5")
@Tag("slow")
public class SumTreeInterleavingsTest {
    private static final int NEVER_SET = 4;

    private final SumTree tree;

    public SumTreeInterleavingsTest() {
        TreeShape shape = new TreeShape(5, 2, 2);
        tree = new SumTree(shape, new HeapWords(shape.words));
        tree.setUnits(0, 1);
        tree.setUnits(3, 1);
    }

    @Operation
    public long set(@Param(name = "leaf") int leaf, @Param(name = "units") int units) {
        return tree.setUnits(leaf, units);
    }

    @Operation
    public long replace(@Param(name = "leaf") int leaf, @Param(name = "units") int units) {
        return tree.replaceUnits(leaf, units);
    }

    @Operation
    public long units(@Param(name = "leaf") int leaf) {
        return tree.units(leaf);
    }

    /**
     * Sums on the way may be stale, so the leaf found is not a linearizable result; that it is a leaf which can be
     * drawn is.
     */
    @Operation
    public boolean findsWhatCanBeDrawn(@Param(name = "point") int point) {
        int leaf = tree.find(point);
        return leaf == SumTree.MISSED || leaf >= 0 && leaf < NEVER_SET;
    }

    @Validate
    public void sumsAreExact() {
        if (!SumTrees.sumsAreExact(tree)) {
            throw new IllegalStateException("an inner node is not the sum of its children");
        }
    }

    @Test
    void shouldBeExactUnderEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(8)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .invocationsPerIteration(Boolean.getBoolean("hts.long") ? 400 : 100)
                .check(SumTreeInterleavingsTest.class);
    }

    @Test
    void shouldBeExactWhereThreadsWriteOneLeaf() {
        new ModelCheckingOptions()
                .iterations(3)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .invocationsPerIteration(150)
                .check(OneLeaf.class);
    }

    /** The operations on one leaf alone, so that every write overlaps another one. */
    @Param(name = "units", gen = IntGen.class, conf = "0:3")
    public static class OneLeaf {
        private static final int LEAF = 3;

        private final SumTreeInterleavingsTest all = new SumTreeInterleavingsTest();

        @Operation
        public long set(@Param(name = "units") int units) {
            return all.set(LEAF, units);
        }

        @Operation
        public long replace(@Param(name = "units") int units) {
            return all.replace(LEAF, units);
        }

        @Validate
        public void sumsAreExact() {
            all.sumsAreExact();
        }
    }
}
