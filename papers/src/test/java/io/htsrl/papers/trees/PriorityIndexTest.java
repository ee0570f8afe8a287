package io.htsrl.papers.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that all indices over integers draw the same leaves as ours. */
class PriorityIndexTest {
    private static final RandomStream STREAM = RandomStream.root(7);

    private static double[] priorities(int count) {
        double[] priorities = new double[count];
        for (int leaf = 0; leaf < count; leaf++) {
            priorities[leaf] = leaf % 5 == 0 ? 0 : 10 * STREAM.uniform(leaf);
        }
        return priorities;
    }

    @ParameterizedTest
    @CsvSource({"7, 8, 3", "1000, 8, 64", "1000, 2, 7", "5000, 16, 64", "40000, 32, 50"})
    void shouldDrawTheSameLeavesAsOurs(int leaves, int fanOut, int batch) {
        PriorityIndex ours = new OurTree(leaves, fanOut);
        List<PriorityIndex> others = List.of(
                new ArrayScan(leaves),
                new PrefixSums(leaves),
                new OffsetTree(leaves, fanOut, 0),
                new OffsetTree(leaves, fanOut, 8));
        ours.fill(priorities(leaves));
        others.forEach(other -> other.fill(priorities(leaves)));
        for (int round = 0; round < 20; round++) {
            RandomStream draws = STREAM.spawn(round);
            int[] expected = new int[batch];
            ours.sample(draws, expected);
            double[] next = new double[batch];
            for (int j = 0; j < batch; j++) {
                next[j] = 10 * draws.uniform(j, 1);
            }
            ours.update(expected, next);
            for (PriorityIndex other : others) {
                int[] drawn = new int[batch];
                other.forThread().sample(draws, drawn);
                assertArrayEquals(expected, drawn, other.getClass().getSimpleName());
                other.update(drawn, next);
            }
        }
    }

    @Test
    void shouldNeverDrawALeafOfPriorityZero() {
        for (PriorityIndex index : List.of(new BinaryTree(100), new PaperTree(100, 4))) {
            index.fill(priorities(100));
            int[] drawn = new int[1000];
            index.sample(STREAM, drawn);
            for (int leaf : drawn) {
                assertTrue(leaf % 5 != 0, index.getClass().getSimpleName() + " drew leaf " + leaf);
            }
        }
    }

    @Test
    void shouldStartLevelsAtTheOffset() {
        OffsetTree aligned = new OffsetTree(100_000, 8, 0);
        OffsetTree moved = new OffsetTree(100_000, 8, 24);
        for (int level = 0; level < 3; level++) {
            assertEquals(0, aligned.offset(level));
            assertEquals(24, moved.offset(level));
            assertEquals(24, ((OffsetTree) moved.forThread()).offset(level));
        }
    }

    /** The last parent has 9 of 16 leaves: a descent over inconsistent sums must not end after them. */
    @Test
    void shouldStayInsideWhileAnotherThreadUpdates() throws InterruptedException {
        OffsetTree tree = new OffsetTree(601, 16, 8);
        tree.fill(priorities(601));
        PriorityIndex other = tree.forThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread updates = new Thread(() -> {
            int[] last = IntStream.range(592, 601).toArray();
            double[] much = new double[last.length];
            Arrays.fill(much, 1000);
            for (int round = 0; !done.get(); round++) {
                other.update(last, round % 2 == 0 ? new double[last.length] : much);
            }
        });
        updates.start();
        try {
            int[] drawn = new int[64];
            for (int round = 0; round < 20_000; round++) {
                tree.sample(STREAM.spawn(round), drawn);
                for (int leaf : drawn) {
                    assertTrue(leaf >= 0 && leaf < 601, "leaf " + leaf);
                }
            }
        } finally {
            done.set(true);
            updates.join();
        }
    }
}
