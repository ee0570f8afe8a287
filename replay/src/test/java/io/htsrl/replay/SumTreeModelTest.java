package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Compares the tree with a plain array that is scanned from its beginning. */
class SumTreeModelTest {

    /** Sets leaves to units, one by one, as a batch, or where they are positive. */
    record Op(int kind, List<Integer> leaves, long units) {}

    @Provide
    Arbitrary<List<Op>> operations() {
        Arbitrary<Long> units = Arbitraries.oneOf(
                Arbitraries.just(0L),
                Arbitraries.longs().between(1, 5),
                Arbitraries.longs().between(1, 1L << 40));
        Arbitrary<List<Integer>> leaves =
                Arbitraries.integers().between(0, 9999).list().ofMinSize(1).ofMaxSize(12);
        return Combinators.combine(Arbitraries.integers().between(0, 2), leaves, units)
                .as(Op::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(30);
    }

    @Property(tries = 300)
    void shouldEqualALinearScan(
            @ForAll("operations") List<Op> operations,
            @ForAll @IntRange(min = 1, max = 8) int log2K,
            @ForAll @IntRange(min = 1, max = 3000) int capacity,
            @ForAll @IntRange(min = 1, max = 40) int top) {
        SumTree tree = new SumTree(new TreeShape(capacity, 1 << log2K, top));
        SumTreeCursor cursor = tree.newCursor();
        long[] model = new long[capacity];
        for (Op op : operations) {
            apply(op, tree, cursor, model);
            long total = 0;
            for (long units : model) {
                total += units;
            }
            assertEquals(total, tree.total());
            for (int probe = 0; probe < 8 && total > 0; probe++) {
                long point =
                        StratifiedSampling.below(total, RandomStream.root(total).bits(probe));
                point = probe == 0 ? 0 : probe == 1 ? total - 1 : Math.max(0, point);
                assertEquals(scan(model, point), tree.find(point));
            }
            assertBatchEqualsScan(cursor, model, total);
        }
        long[] leaves = new long[capacity];
        tree.copyLeaves(leaves, 0);
        assertArrayEquals(model, leaves);
        assertTrue(SumTrees.sumsAreExact(tree));
    }

    private static void apply(Op op, SumTree tree, SumTreeCursor cursor, long[] model) {
        int[] leaves =
                op.leaves().stream().mapToInt(leaf -> leaf % model.length).toArray();
        long[] units = new long[leaves.length];
        double[] priorities = new double[leaves.length];
        for (int i = 0; i < leaves.length; i++) {
            units[i] = op.units() == 0 ? 0 : op.units() + i;
            priorities[i] = tree.scale().toPriority(units[i]);
            if (op.kind() != 2 || model[leaves[i]] > 0) {
                model[leaves[i]] = units[i];
            }
        }
        switch (op.kind()) {
            case 0 -> {
                for (int i = 0; i < leaves.length; i++) {
                    tree.setUnits(leaves[i], units[i]);
                }
            }
            case 1 -> cursor.update(leaves, priorities, leaves.length);
            default -> cursor.replaceUnits(leaves, units, leaves.length);
        }
    }

    private static void assertBatchEqualsScan(SumTreeCursor cursor, long[] model, long total) {
        RandomStream draws = RandomStream.root(total);
        int[] drawn = new int[7];
        assertEquals(total > 0, cursor.sample(draws, 7, drawn));
        for (int draw = 0; draw < 7 && total > 0; draw++) {
            assertEquals(expectedDraw(model, total, draws, draw), drawn[draw]);
        }
    }

    /** The documented rule: the draw's own stratum first, then the whole. */
    private static int expectedDraw(long[] model, long total, RandomStream draws, int draw) {
        long low = StratifiedSampling.stratum(total, draw, 7);
        long width = StratifiedSampling.stratum(total, draw + 1, 7) - low;
        long point = width == 0 ? StratifiedSampling.REJECTED : StratifiedSampling.below(width, draws.bits(draw, 0));
        for (int attempt = 1; point == StratifiedSampling.REJECTED; attempt++) {
            low = 0;
            point = StratifiedSampling.below(total, draws.bits(draw, attempt));
        }
        return scan(model, low + point);
    }

    private static int scan(long[] model, long point) {
        long sum = 0;
        for (int leaf = 0; leaf < model.length; leaf++) {
            sum += model[leaf];
            if (point < sum) {
                return leaf;
            }
        }
        return SumTree.MISSED;
    }
}
