package io.htsrl.benchmarks;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.SumTree;
import io.htsrl.replay.SumTreeCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;

/**
 * Measures pairs of a sample and an update per second, in batches of 64: the index tree alone, and with transition data
 * of 4 floats; one and two threads in turns. Prints medians and best of rounds of about a second.
 *
 * <p>Arguments: {@code [ROUNDS] [FAN-OUT]}; by default 7 rounds and the default fan-out of each capacity.
 */
public final class TreeThroughput {
    private static final int BATCH = 64;
    private static final int[] CAPACITIES = {10_000, 100_000, 1_000_000};
    private static final double SECONDS = 1;
    private static final RandomStream DRAWS = RandomStream.root(1).spawn("tree-throughput");

    private TreeThroughput() {}

    /** Samples and updates of one thread. */
    private interface PairWorker {
        void runBatch(RandomStream draws);
    }

    /** Creates a {@link PairWorker} for each thread over a shared structure. */
    private interface WorkerFactory {
        PairWorker forThread();
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        System.out.printf(
                Locale.ROOT,
                "million sample+update pairs/s, batches of %d, median (best) of %d rounds%n",
                BATCH,
                rounds);
        System.out.printf(
                Locale.ROOT,
                "%9s %4s %10s %18s %18s %10s%n",
                "capacity",
                "K",
                "variant",
                "1 thread",
                "2 threads",
                "ratio");
        for (int capacity : CAPACITIES) {
            SumTree tree = args.length > 1 ? new SumTree(capacity, Integer.parseInt(args[1])) : new SumTree(capacity);
            report(capacity, tree.fanOut(), "tree", index(tree), rounds);
            report(capacity, tree.fanOut(), "with data", memory(capacity), rounds);
        }
    }

    private static void report(int capacity, int fanOut, String variant, WorkerFactory factory, int rounds)
            throws Exception {
        double[] one = new double[rounds];
        double[] two = new double[rounds];
        measure(factory, 1);
        measure(factory, 2); // warm-up, like the one before
        for (int round = 0; round < rounds; round++) {
            one[round] = measure(factory, 1);
            two[round] = measure(factory, 2);
        }
        Arrays.sort(one);
        Arrays.sort(two);
        System.out.printf(
                Locale.ROOT,
                "%9d %4d %10s %9.2f (%6.2f) %9.2f (%6.2f) %10.2f%n",
                capacity,
                fanOut,
                variant,
                one[rounds / 2],
                one[rounds - 1],
                two[rounds / 2],
                two[rounds - 1],
                two[rounds / 2] / one[rounds / 2]);
    }

    private static WorkerFactory index(SumTree tree) {
        for (int leaf = 0; leaf < tree.capacity(); leaf++) {
            tree.set(leaf, 0.5 + DRAWS.uniform(leaf));
        }
        return () -> {
            SumTreeCursor cursor = tree.newCursor();
            int[] leaves = new int[BATCH];
            double[] priorities = new double[BATCH];
            return draws -> {
                cursor.sample(draws, BATCH, leaves);
                for (int j = 0; j < BATCH; j++) {
                    priorities[j] = 0.5 + draws.uniform(j, 1);
                }
                cursor.update(leaves, priorities, BATCH);
            };
        };
    }

    private static WorkerFactory memory(int capacity) {
        PrioritizedReplay memory = new PrioritizedReplay(
                new ReplayConfig(capacity, 1, ObservationSpace.floats(4), 1, 1, 1, 0.99, 0.6, 1e-6));
        ObservationSlot slot = new ObservationSlot().at(new float[4], 0);
        float[] action = new float[1];
        for (int step = 0; step < capacity; step++) {
            slot.set(0, step);
            memory.append(0, slot, action, 0, 1, step % 200 == 199, false, null, 0.5 + DRAWS.uniform(step));
        }
        return () -> {
            ReplayBatch batch = memory.newBatch(BATCH);
            float[] errors = new float[BATCH];
            return draws -> {
                memory.sample(batch, draws, 0.4);
                for (int j = 0; j < BATCH; j++) {
                    errors[j] = (float) (0.5 + draws.uniform(j, 1));
                }
                memory.updatePriorities(batch, errors);
            };
        };
    }

    /** Returns million pairs per second of all threads together, over about {@link #SECONDS}. */
    private static double measure(WorkerFactory factory, int threads) throws Exception {
        long[] pairs = new long[threads];
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> started = new ArrayList<>();
        long[] begun = new long[threads];
        long[] ended = new long[threads];
        for (int t = 0; t < threads; t++) {
            int thread = t;
            Thread worker = new Thread(() -> {
                PairWorker pairWorker = factory.forThread();
                RandomStream draws = DRAWS.spawn(thread);
                await(start);
                begun[thread] = System.nanoTime();
                long end = begun[thread] + (long) (SECONDS * 1e9);
                for (long batch = 0; System.nanoTime() < end; batch++) {
                    pairWorker.runBatch(draws.spawn(batch));
                    pairs[thread] += BATCH;
                }
                ended[thread] = System.nanoTime();
            });
            started.add(worker);
            worker.start();
        }
        double millions = 0;
        for (int t = 0; t < threads; t++) {
            started.get(t).join();
            millions += 1e3 * pairs[t] / (ended[t] - begun[t]);
        }
        return millions;
    }

    /** Waits for the other threads of a round. */
    public static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException("a thread of the experiment failed", e);
        }
    }
}
