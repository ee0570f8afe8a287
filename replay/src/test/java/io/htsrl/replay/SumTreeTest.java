package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumTreeTest {
    private static final RandomStream DRAWS = RandomStream.root(1);

    private static boolean beginsLine(TreeMemory.Direct words, int index) {
        return words.bytes.alignmentOffset(index * Long.BYTES, TreeMemory.Direct.LINE_BYTES) == 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 32, 64, 128, 256})
    void shouldBeginEveryNodesChildrenOnACacheLine(int fanOut) {
        TreeShape shape = new TreeShape(100_003, fanOut);
        TreeMemory.Direct words = new TreeMemory.Direct(shape.words);
        for (int level = 1; level < shape.levels; level++) {
            for (int node = 0; node < shape.nodes(level); node++) {
                int first = shape.firstChild(level, node);
                int line = fanOut >= 8 ? first : first / 8 * 8;
                assertTrue(beginsLine(words, line));
                assertTrue(fanOut >= 8 || first + fanOut <= line + 8, "children straddle two lines");
            }
        }
    }

    @Test
    void shouldBeAlignedWhateverWasAllocatedBefore() {
        for (int words = 1; words < 40; words++) {
            TreeMemory.Direct memory = new TreeMemory.Direct(words);
            assertTrue(beginsLine(memory, 0));
            assertFalse(beginsLine(memory, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 511, 512, 513, 20_000})
    void shouldTakeAnyCapacity(int capacity) {
        SumTree tree = new SumTree(capacity);
        tree.set(capacity - 1, 2.5);
        assertEquals(2.5, tree.scale().toPriority(tree.units(capacity - 1)));
        assertEquals(capacity - 1, tree.find(0));
        assertEquals(capacity - 1, tree.find(tree.total() - 1));
        assertEquals(SumTree.MISSED, tree.find(tree.total()));
        assertEquals(capacity - 1, tree.draw(DRAWS, 0));
    }

    @Test
    void shouldRefuseCapacitiesAndFanOutsThatDoNotFit() {
        for (int capacity : new int[] {0, -1, TreeShape.MAX_CAPACITY + 1}) {
            assertThrows(IllegalArgumentException.class, () -> new SumTree(capacity, 32));
        }
        for (int fanOut : new int[] {0, 1, 3, 48, 512}) {
            assertThrows(IllegalArgumentException.class, () -> new SumTree(10, fanOut));
        }
    }

    @Test
    void shouldRefuseLeavesThatAreNotThere() {
        SumTree tree = new SumTree(5, 4);
        SumTreeCursor cursor = tree.newCursor();
        for (int leaf : new int[] {-1, 5}) {
            assertThrows(IndexOutOfBoundsException.class, () -> tree.set(leaf, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> tree.units(leaf));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> cursor.update(new int[] {0, leaf}, new double[] {1, 1}, 2));
        }
        assertEquals(0, tree.total(), "nothing changes when a batch is refused");
    }

    @Test
    void shouldRefuseABatchBeforeAnyLeafChanges() {
        SumTree tree = new SumTree(5, 4);
        for (double bad : new double[] {
            Double.NaN, -1e-9, Double.POSITIVE_INFINITY, tree.scale().maxPriority() * 2
        }) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> tree.newCursor().update(new int[] {0, 1}, new double[] {1, bad}, 2));
            assertThrows(IllegalArgumentException.class, () -> tree.set(0, bad));
        }
        assertThrows(IllegalArgumentException.class, () -> tree.setUnits(0, -1));
        assertThrows(
                IllegalArgumentException.class,
                () -> tree.setUnits(0, tree.scale().maxUnits() + 1));
        assertEquals(0, tree.total());
    }

    @Test
    void shouldNotOverflowWithEveryLeafAtItsGreatest() {
        SumTree tree = new SumTree(1000, 8);
        for (int leaf = 0; leaf < 1000; leaf++) {
            tree.setUnits(leaf, tree.scale().maxUnits());
        }
        assertEquals(1000 * tree.scale().maxUnits(), tree.total());
        assertTrue(tree.total() > 1L << 61 && SumTrees.sumsAreExact(tree));
        assertEquals(999, tree.find(tree.total() - 1));
    }

    @Test
    void shouldLetTheLastOfDuplicatesWin() {
        SumTree tree = new SumTree(2000, 16);
        tree.newCursor().update(new int[] {7, 1999, 7}, new double[] {1, 2, 3}, 3);
        assertEquals(3, tree.scale().toPriority(tree.units(7)));
        assertTrue(SumTrees.sumsAreExact(tree));
    }

    @Test
    void shouldReplacePositiveLeavesOnly() {
        SumTree tree = new SumTree(2000, 16);
        tree.set(1, 1);
        assertEquals(0, tree.replaceUnits(0, 5));
        assertEquals(tree.scale().toUnits(1), tree.replaceUnits(1, 5));
        tree.newCursor().replaceUnits(new int[] {-1, 0, 1}, new long[] {9, 9, 9}, 3);
        assertEquals(0, tree.units(0));
        assertEquals(9, tree.units(1));
        assertEquals(9, tree.total());
    }

    @Test
    void shouldDrawNothingFromNothing() {
        SumTree tree = new SumTree(2000, 16);
        assertEquals(SumTree.MISSED, tree.draw(DRAWS, 0));
        assertFalse(tree.newCursor().sample(DRAWS, 4, new int[4]));
    }

    @Test
    void shouldDrawOneFromEachStratum() {
        SumTree tree = new SumTree(1 << 17, 64); // large enough for the leaves to be touched ahead
        for (int leaf = 0; leaf < tree.capacity(); leaf++) {
            tree.setUnits(leaf, 1);
        }
        int[] leaves = new int[128];
        assertTrue(tree.newCursor().sample(DRAWS, 128, leaves));
        for (int draw = 0; draw < 128; draw++) {
            assertEquals(draw, leaves[draw] >> 10);
        }
    }

    @Test
    void shouldDrawBatchesLargerThanTheTotal() {
        SumTree tree = new SumTree(3, 2);
        tree.setUnits(1, 2);
        int[] leaves = new int[200];
        int[] expected = new int[200];
        java.util.Arrays.fill(expected, 1);
        assertTrue(tree.newCursor().sample(DRAWS, 200, leaves));
        assertArrayEquals(expected, leaves);
    }
}
