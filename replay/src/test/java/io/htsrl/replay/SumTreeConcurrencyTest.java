package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SumTreeConcurrencyTest {
    private static final int THREADS = 4;
    private static final int LEAVES = 600;
    private static final int ROUNDS = 4000;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private static SumTree tree() {
        return new SumTree(new TreeShape(LEAVES, 4, 4)); // five levels
    }

    private void runTogether(List<Callable<Boolean>> tasks) {
        CountDownLatch start = new CountDownLatch(tasks.size());
        List<Future<Boolean>> results = new ArrayList<>();
        for (Callable<Boolean> task : tasks) {
            results.add(threads.submit(() -> {
                start.countDown();
                start.await();
                return task.call();
            }));
        }
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            for (Future<Boolean> result : results) {
                assertTrue(result.get());
            }
        });
    }

    /** All threads set, replace and draw at all leaves but those divisible by 5, which stay zero. */
    @Test
    void shouldKeepSumsExactAndNeverDrawZeroLeaves() {
        SumTree tree = tree();
        tree.set(1, 1);
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            RandomStream stream = RandomStream.root(21).spawn(t);
            tasks.add(() -> churn(tree, stream));
        }
        runTogether(tasks);
        assertTrue(SumTrees.sumsAreExact(tree));
        assertTrue(tree.total() > 0);
    }

    private static boolean churn(SumTree tree, RandomStream stream) {
        SumTreeCursor cursor = tree.newCursor();
        int[] leaves = new int[16];
        double[] priorities = new double[16];
        for (int round = 0; round < ROUNDS; round++) {
            RandomStream draws = stream.spawn(round);
            boolean drawn = cursor.sample(draws, 16, leaves);
            for (int i = 0; i < 16; i++) {
                assertTrue(!drawn || leaves[i] % 5 != 0, "a leaf that is always zero was drawn");
                int leaf = drawn && i % 2 == 0 ? leaves[i] : 1 + 5 * (int) (draws.uniform(i) * (LEAVES / 5));
                leaves[i] = leaf;
                priorities[i] = leaf == 1 ? 1 : Math.max(0, draws.uniform(i, 1) * 3 - 1); // a third of them 0
            }
            if (round % 2 == 0) {
                cursor.update(leaves, priorities, 16);
            } else {
                for (int i = 0; i < 16; i++) {
                    tree.set(leaves[i], priorities[i]);
                }
            }
            int leaf = tree.draw(draws, 100);
            assertTrue(leaf == SumTree.MISSED || leaf % 5 != 0);
        }
        return true;
    }

    /** Each thread has leaves of its own, so the final leaves are known; the inner nodes must follow from them. */
    @Test
    void shouldEndInTheSameBitsWhateverTheInterleaving() {
        SumTree one = tree();
        for (int t = 0; t < THREADS; t++) {
            setOwnLeaves(one, t);
        }
        for (int repetition = 0; repetition < 10; repetition++) {
            SumTree many = tree();
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                tasks.add(() -> setOwnLeaves(many, thread));
            }
            runTogether(tasks);
            assertArrayEquals(allWords(one), allWords(many));
        }
    }

    private static boolean setOwnLeaves(SumTree tree, int thread) {
        RandomStream stream = RandomStream.root(22).spawn(thread);
        SumTreeCursor cursor = tree.newCursor();
        int[] leaves = new int[8];
        double[] priorities = new double[8];
        for (int round = 0; round < 1000; round++) {
            for (int i = 0; i < 8; i++) {
                leaves[i] = ((int) (stream.uniform(round, i) * (LEAVES / THREADS))) * THREADS + thread;
                priorities[i] = stream.uniform(round, 8 + i);
            }
            cursor.update(leaves, priorities, 8);
        }
        return true;
    }

    private static long[] allWords(SumTree tree) {
        long[] words = new long[tree.shape.words];
        for (int word = 0; word < words.length; word++) {
            words[word] = tree.words.get(word);
        }
        return words;
    }

    /** One thread withdraws, rewrites and publishes slots; whoever finds one sees what was written before it. */
    @Test
    void shouldShowWhatWasWrittenBeforeALeafWasPublished() {
        SumTree tree = tree();
        long[] data = new long[LEAVES];
        List<Callable<Boolean>> tasks = new ArrayList<>();
        tasks.add(() -> {
            for (int slot = 0; slot < LEAVES; slot++) {
                data[slot] = slot + 1L;
                tree.set(slot, 1);
            }
            return true;
        });
        for (int t = 1; t < THREADS; t++) {
            RandomStream draws = RandomStream.root(23).spawn(t);
            tasks.add(() -> {
                for (int draw = 0; tree.units(LEAVES - 1) == 0; draw++) {
                    int leaf = tree.draw(draws, draw);
                    assertEquals(leaf == SumTree.MISSED ? 0 : leaf + 1, leaf == SumTree.MISSED ? 0 : data[leaf]);
                }
                return true;
            });
        }
        runTogether(tasks);
    }
}
