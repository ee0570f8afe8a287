package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A descent meets, held still, what others update: sums that are ahead of their leaves, and a leaf that is withdrawn
 * between the descent's last comparison and its last look.
 *
 * <pre>
 *   level 2 (top)      0               1 +1000
 *   level 1        0       1       2       3 (+1000)
 *   level 0       1 1     1 1     1 1     1 1          units
 * </pre>
 */
class SumTreeAstrayTest {
    private static final TreeShape SHAPE = new TreeShape(8, 2, 2);
    private static final int DRAWN = 2000;

    private static SumTree ones(TreeMemory words) {
        SumTree tree = new SumTree(SHAPE, words);
        for (int leaf = 0; leaf < 8; leaf++) {
            tree.setUnits(leaf, 1);
        }
        return tree;
    }

    /** A sum that is ahead at the top alone, so that level 1 is run past, or on both levels: then the leaves are. */
    private static SumTree ahead(int levels) {
        SumTree tree = ones(new HeapWords(SHAPE.words));
        tree.words.add(SHAPE.word(2, 1), 1000);
        if (levels == 2) {
            tree.words.add(SHAPE.word(1, 3), 1000);
        }
        return tree;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldMissRatherThanClamp(int levels) {
        SumTree tree = ahead(levels);
        assertEquals(7, tree.find(7));
        for (long point : new long[] {8, 500, tree.total() - 1}) {
            assertEquals(SumTree.MISSED, tree.find(point));
        }
    }

    /** Clamping would draw leaf 7 in 99 of 100 cases; drawing again keeps all leaves equally likely. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldDrawAgainWithoutFavouringLastChildren(int levels) {
        SumTree tree = ahead(levels);
        SumTreeCursor cursor = tree.newCursor();
        int[] alone = new int[8];
        int[] batched = new int[8];
        int[] leaf = new int[1];
        for (int draw = 0; draw < DRAWN; draw++) {
            RandomStream draws = RandomStream.root(31).spawn(draw);
            alone[tree.draw(draws, 0)]++;
            assertTrue(cursor.sample(draws, 1, leaf));
            batched[leaf[0]]++;
        }
        for (int i = 0; i < 8; i++) {
            assertEquals(DRAWN / 8, alone[i], 75); // five standard deviations
            assertEquals(DRAWN / 8, batched[i], 75);
        }
    }

    /** Withdraws a leaf just before it is looked at last. */
    private static final class WithdrawingWords extends HeapWords {
        private SumTree tree;

        WithdrawingWords() {
            super(SHAPE.words);
        }

        @Override
        long getAcquire(int index) {
            if (tree != null) {
                SumTree armed = tree;
                tree = null;
                armed.setUnits(index, 0);
            }
            return super.getAcquire(index);
        }
    }

    @Test
    void shouldNotReturnALeafWithdrawnOnTheWay() {
        WithdrawingWords words = new WithdrawingWords();
        SumTree tree = ones(words);
        words.tree = tree;
        assertEquals(SumTree.MISSED, tree.find(3));
        assertEquals(0, tree.units(3));
        words.tree = tree;
        int[] leaf = new int[1];
        assertTrue(tree.newCursor().sample(RandomStream.root(32), 1, leaf));
        assertTrue(tree.units(leaf[0]) > 0);
        assertEquals(6, tree.total());
    }
}
