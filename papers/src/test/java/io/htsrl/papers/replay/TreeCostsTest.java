package io.htsrl.papers.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.replay.SumTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeCostsTest {
    /** Lines of 4 KB, 16 KB, ... 16 MB. */
    private static final LineCosts LINES =
            new LineCosts(new double[] {1, 1, 1, 3, 5, 5, 5}, new double[] {1, 1, 1, 1.5, 2, 2, 2}, new double[] {
                10, 10, 10, 20, 30, 30, 30
            });

    private static final TreeCosts COSTS = new TreeCosts(64, 7, 0.5, 11, 2, 13, 17, LINES);

    @ParameterizedTest
    @CsvSource({"64, 32", "10000, 2", "10000, 32", "100000, 256", "1000000, 64"})
    void shouldHaveTheLevelsThatTheTreeHas(int leaves, int fanOut) {
        long bytes = 0;
        for (int nodes : TreeCosts.nodes(leaves, fanOut)) {
            long multiple = Math.max(fanOut, 8);
            bytes += 8 * ((nodes + multiple - 1) / multiple * multiple);
        }
        assertEquals(new SumTree(leaves, fanOut).bytes(), bytes);
    }

    @Test
    void shouldAddUpADrawLevelByLevel() {
        int[] nodes = TreeCosts.nodes(32_768, 16); // 256 KB of leaves, 2048 nodes, a top of 128
        assertArrayEquals(new int[] {32_768, 2048, 128}, nodes);
        double top = 7 + 0.5 * 128 / 64;
        double leaves = 11 + 2 * 8.5 + (3 - 1) + (1.5 - 1); // two lines, each by as much more than near ones
        double between = 11 + 2 * 8.5;
        assertEquals(top + leaves + between, COSTS.draw(nodes, 16), 1e-9);
    }

    @Test
    void shouldAddUpAnUpdateLevelByLevel() {
        int[] nodes = {32_768, 2048, 32}; // of 32 nodes a batch of 64 adds to each once
        double leaf = 13 + (20 - 10);
        double between = 17 + 10;
        double top = 17 + 0.5 * 10;
        assertEquals(leaf + between + top, COSTS.update(nodes), 1e-9);
    }

    @Test
    void shouldInterpolateLinesBetweenPowersOfFour() {
        assertEquals(1, LINES.read(128 << 10, 1), 1e-9, "half way, in powers, from 64 KB to 256 KB");
        assertEquals(0, LINES.read(8, 1));
        assertEquals(4, LINES.read(1L << 30, 1));
        assertEquals(20, LINES.add(1L << 30));
    }

    @Test
    void shouldFindTheSlopeOfALine() {
        assertEquals(2.5, TreeCosts.slope(new double[] {1, 2, 5}, new double[] {4.5, 7, 14.5}), 1e-12);
    }
}
