package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Batches under explored interleavings, in a tree as in {@link SumTreeInterleavingsTest}. A batch is not one step, so
 * there is no order of batches to compare with; what must hold after each interleaving are the sums, and what can be
 * drawn at any time are leaves that were set.
 */
@Param(name = "leaf", gen = IntGen.class, conf = "0:3")
@Param(name = "units", gen = IntGen.class, conf = "0:2")
@Tag("slow")
public class SumTreeBatchInterleavingsTest {
    private static final int NEVER_SET = 4;
    private static final RandomStream DRAWS = RandomStream.root(41);

    private final SumTree tree;

    public SumTreeBatchInterleavingsTest() {
        TreeShape shape = new TreeShape(5, 2, 2);
        tree = new SumTree(shape, new HeapWords(shape.words));
        tree.setUnits(0, 1);
        tree.setUnits(3, 1);
    }

    /** Updates out of order, and one slot twice: the later entry counts. */
    @Operation
    public void update(@Param(name = "leaf") int leaf, @Param(name = "leaf") int other, @Param(name = "units") int u) {
        double unit = tree.scale().toPriority(1);
        tree.newCursor().update(new int[] {leaf, other, leaf}, new double[] {3 * unit, u * unit, unit}, 3);
    }

    @Operation
    public void replace(@Param(name = "leaf") int leaf, @Param(name = "leaf") int other, @Param(name = "units") int u) {
        tree.newCursor().replaceUnits(new int[] {leaf, -1, other, leaf}, new long[] {3, 9, u, 1}, 4);
    }

    @Operation
    public boolean drawsWhatCanBeDrawn() {
        int[] leaves = new int[2];
        return !tree.newCursor().sample(DRAWS, 2, leaves) || leaves[0] < NEVER_SET && leaves[1] < NEVER_SET;
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
                .iterations(4)
                .threads(2)
                .actorsPerThread(1)
                .actorsBefore(0)
                .actorsAfter(0)
                .invocationsPerIteration(120)
                .check(SumTreeBatchInterleavingsTest.class);
    }
}
