package io.htsrl.papers.trees;

import io.htsrl.benchmarks.TreeThroughput;
import io.htsrl.core.random.RandomStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;

/**
 * Experiment of Zhang et al. (2021): four threads sample and update 1000 times each per round, for several sizes and
 * fan-outs. Measures the throughput of the paper's two-lock tree and of ours relative to the binary tree with one
 * global lock. The three trees take turns; a table of medians is printed.
 *
 * <p>Arguments: {@code [ROUNDS] [BATCH] [PNG]}; by default 31 rounds, batches of 50 and no plot. A batch of 1 takes
 * every lock for every leaf.
 */
public final class PaperExperiment {
    private static final int THREADS = 4;
    private static final int OPERATIONS = 1000;
    private static final int REPEATS_PER_ROUND = 20;
    private static final int GREATEST_FAN_OUT_OF_OURS = 256;
    private static final int[] SIZES = {1_000, 10_000, 100_000};
    private static final RandomStream BITS = RandomStream.root(1).spawn("paper-experiment");

    private PaperExperiment() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 31;
        int batch = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        System.out.printf(
                Locale.ROOT,
                "%d threads, each %d x (sample, update) a round in batches of %d; million pairs/s, medians of %d%n",
                THREADS,
                OPERATIONS,
                batch,
                rounds);
        System.out.printf(
                Locale.ROOT,
                "%8s %5s %10s %10s %10s %12s %12s %12s%n",
                "size",
                "K",
                "binary",
                "paper",
                "ours",
                "paper/binary",
                "ours/binary",
                "ours/paper");
        ExperimentPlot plot = new ExperimentPlot();
        for (int size : SIZES) {
            for (int fanOut = 2; fanOut <= 512; fanOut *= 2) {
                row(size, fanOut, rounds, batch, plot);
            }
        }
        if (args.length > 2) {
            plot.write(Path.of(args[2]));
        }
    }

    private static void row(int size, int fanOut, int rounds, int batch, ExperimentPlot plot) throws Exception {
        List<PriorityIndex> trees = new ArrayList<>(List.of(new BinaryTree(size), new PaperTree(size, fanOut)));
        if (fanOut <= GREATEST_FAN_OUT_OF_OURS) {
            trees.add(new OurTree(size, fanOut));
        }
        double[][] metrics = new double[trees.size()][rounds];
        for (PriorityIndex tree : trees) {
            for (int leaf = 0; leaf < size; leaf++) {
                tree.update(new int[] {leaf}, new double[] {0.5 + BITS.uniform(leaf)});
            }
        }
        for (int round = -3; round < rounds; round++) { // the first three warm up
            for (int t = 0; t < trees.size(); t++) {
                double millions = measure(trees.get(t), round, batch);
                if (round >= 0) {
                    metrics[t][round] = millions;
                }
            }
        }
        print(size, fanOut, metrics, plot);
    }

    private static void print(int size, int fanOut, double[][] metrics, ExperimentPlot plot) {
        double[] medians = Arrays.stream(metrics)
                .mapToDouble(values -> {
                    Arrays.sort(values);
                    return values[values.length / 2];
                })
                .toArray();
        double ours = medians.length > 2 ? medians[2] : Double.NaN;
        plot.add("paper", size, fanOut, medians[1] / medians[0]);
        plot.add("ours", size, fanOut, ours / medians[0]);
        System.out.printf(
                Locale.ROOT,
                "%8d %5d %10.2f %10.2f %10.2f %12.2f %12.2f %12.2f%n",
                size,
                fanOut,
                medians[0],
                medians[1],
                ours,
                medians[1] / medians[0],
                ours / medians[0],
                ours / medians[1]);
    }

    /** Returns million pairs per second of one round. */
    private static double measure(PriorityIndex tree, long round, int batch) throws Exception {
        long[] times = new long[2];
        int[] barriers = {0};
        CyclicBarrier barrier = new CyclicBarrier(THREADS, () -> times[barriers[0]++] = System.nanoTime());
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            RandomStream bits = BITS.spawn(round).spawn(t);
            Thread thread = new Thread(() -> work(tree.forThread(), bits, batch, barrier));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return 1e3 * THREADS * OPERATIONS * REPEATS_PER_ROUND / (times[1] - times[0]);
    }

    private static void work(PriorityIndex tree, RandomStream bits, int batch, CyclicBarrier barrier) {
        int[] leaves = new int[batch];
        double[] priorities = new double[batch];
        TreeThroughput.await(barrier);
        for (int i = 0; i < OPERATIONS * REPEATS_PER_ROUND / batch; i++) {
            RandomStream draws = bits.spawn(i);
            tree.sample(draws, leaves);
            for (int j = 0; j < batch; j++) {
                priorities[j] = 0.5 + draws.uniform(j, 1);
            }
            tree.update(leaves, priorities);
        }
        TreeThroughput.await(barrier);
    }
}
