package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SumTreeDrawsTest {
    private static final int LEAVES = 1000;
    private static final int DRAWN = 400_000;

    /** Every third leaf is zero. */
    private static SumTree tree() {
        SumTree tree = new SumTree(new TreeShape(LEAVES, 8, 8));
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            tree.set(leaf, leaf % 3 == 0 ? 0 : 1 + leaf % 17);
        }
        return tree;
    }

    @Test
    void shouldDrawInProportionOneByOne() {
        SumTree tree = tree();
        int[] counts = new int[LEAVES];
        RandomStream draws = RandomStream.root(11);
        for (int draw = 0; draw < DRAWN; draw++) {
            counts[tree.draw(draws, draw)]++;
        }
        assertPlausible(tree, counts);
    }

    @Test
    void shouldDrawInProportionFromTheWholeOfACursor() {
        SumTree tree = tree();
        SumTreeCursor cursor = tree.newCursor();
        int[] counts = new int[LEAVES];
        RandomStream draws = RandomStream.root(12);
        for (int draw = 0; draw < DRAWN; draw++) {
            counts[cursor.redraw(draws, draw, 0)]++;
        }
        assertPlausible(tree, counts);
    }

    /** Stratification makes counts vary less than the chi-square distribution's: only too great a value is wrong. */
    @Test
    void shouldDrawInProportionInStrata() {
        SumTree tree = tree();
        SumTreeCursor cursor = tree.newCursor();
        int[] counts = new int[LEAVES];
        int[] leaves = new int[64];
        for (int batch = 0; batch < DRAWN / 64; batch++) {
            assertTrue(cursor.sample(RandomStream.root(13).spawn(batch), 64, leaves));
            Arrays.stream(leaves).forEach(leaf -> counts[leaf]++);
        }
        double chiSquare = chiSquare(tree, counts);
        assertTrue(chiSquare < 665 + 5 * Math.sqrt(2 * 665), "chi-square " + chiSquare);
    }

    /** Allows five standard deviations of the 665 degrees of freedom, on both sides. */
    private static void assertPlausible(SumTree tree, int[] counts) {
        double chiSquare = chiSquare(tree, counts);
        assertTrue(Math.abs(chiSquare - 665) < 5 * Math.sqrt(2 * 665), "chi-square " + chiSquare);
    }

    private static double chiSquare(SumTree tree, int[] counts) {
        int drawn = Arrays.stream(counts).sum();
        double sum = 0;
        int positive = 0;
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            if (leaf % 3 == 0) {
                assertEquals(0, counts[leaf], "a leaf of zero priority was drawn");
            } else {
                double expected = (double) drawn * tree.units(leaf) / tree.total();
                sum += (counts[leaf] - expected) * (counts[leaf] - expected) / expected;
                positive++;
            }
        }
        assertEquals(666, positive);
        return sum;
    }

    /** The bound is 3/8 of 2^64: without rejecting a quarter of all bits, two of three numbers would be favoured. */
    @Test
    void shouldMapBitsWithoutBias() {
        long bound = 3L << 61;
        int rejected = 0;
        int[] thirds = new int[3];
        RandomStream bits = RandomStream.root(14);
        for (int draw = 0; draw < 300_000; draw++) {
            long point = StratifiedSampling.below(bound, bits.bits(draw));
            if (point == StratifiedSampling.REJECTED) {
                rejected++;
            } else {
                assertTrue(point >= 0 && point < bound);
                thirds[(int) (point % 3)]++;
            }
        }
        assertEquals(75_000, rejected, 1200);
        for (int third : thirds) {
            assertEquals(75_000, third, 1200);
        }
    }

    @Test
    void shouldCutTheTotalIntoStrataExactly() {
        assertArrayEquals(new long[] {0, 3, 6, 10}, new long[] {
            StratifiedSampling.stratum(10, 0, 3),
            StratifiedSampling.stratum(10, 1, 3),
            StratifiedSampling.stratum(10, 2, 3),
            StratifiedSampling.stratum(10, 3, 3)
        });
        assertEquals((1L << 62) - 1, StratifiedSampling.stratum((1L << 62) - 1, 1000, 1000));
    }
}
