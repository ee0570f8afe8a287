package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AncestorUpdateTest {
    /** Counts the additions to each word. */
    private static final class CountingWords extends HeapWords {
        private final Map<Integer, Integer> additions = new HashMap<>();

        CountingWords(int count) {
            super(count);
        }

        @Override
        void add(int index, long delta) {
            additions.merge(index, 1, Integer::sum);
            super.add(index, delta);
        }
    }

    /** Batches come as an update after a draw makes them, and in any other order; some leaves twice. */
    @Property(tries = 200)
    void shouldAddOnceToEveryDistinctAncestor(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(min = 0, max = 599) Integer> drawn,
            @ForAll boolean sorted,
            @ForAll boolean replaced,
            @ForAll @IntRange(min = 1, max = 5) int log2K) {
        TreeShape shape = new TreeShape(600, 1 << log2K, 4);
        CountingWords words = new CountingWords(shape.words);
        SumTree tree = new SumTree(shape, words);
        for (int leaf = 0; leaf < 600; leaf++) {
            tree.setUnits(leaf, 1);
        }
        words.additions.clear();
        int[] leaves = drawn.stream().mapToInt(leaf -> leaf).toArray();
        if (sorted) {
            Arrays.sort(leaves);
        }
        long[] model = new long[600];
        Arrays.fill(model, 1);
        long[] units = new long[leaves.length];
        double[] priorities = new double[leaves.length];
        for (int j = 0; j < leaves.length; j++) {
            units[j] = 2L + j;
            priorities[j] = tree.scale().toPriority(units[j]);
            model[leaves[j]] = units[j];
        }
        if (replaced) {
            tree.newCursor().replaceUnits(leaves, units, leaves.length);
        } else {
            tree.newCursor().update(leaves, priorities, leaves.length);
        }
        long[] found = new long[600];
        tree.copyLeaves(found, 0);
        assertArrayEquals(model, found);
        assertTrue(SumTrees.sumsAreExact(tree));
        words.additions.values().forEach(times -> assertEquals(1, times, "a sum was added to more than once"));
    }

    @Test
    void shouldNotTouchSumsThatDoNotChange() {
        TreeShape shape = new TreeShape(64, 4, 4);
        CountingWords words = new CountingWords(shape.words);
        SumTree tree = new SumTree(shape, words);
        tree.setUnits(5, 3);
        tree.setUnits(6, 4);
        words.additions.clear();
        tree.newCursor().replaceUnits(new int[] {6, 5}, new long[] {3, 4}, 2);
        assertTrue(words.additions.isEmpty());
        tree.newCursor().replaceUnits(new int[] {6, 5}, new long[] {9, 4}, 2);
        assertEquals(shape.levels - 1, words.additions.size());
    }
}
