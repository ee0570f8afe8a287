package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.papers.trees.OffsetTree;
import io.htsrl.papers.trees.PriorityIndex;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Zhang et al., VI-H: compares a tree whose children start at a cache line with one whose children start 8 bytes later.
 */
@Command(
        name = "alignment",
        sortOptions = false,
        description = "Compares trees whose children start at a cache line and 8 bytes after it; 1 and 2 threads.")
final class Alignment extends TimedExperiment {
    private static final int THREADS = 2;

    @Option(names = "--sizes", split = ",", description = "Numbers of leaves; default ${DEFAULT-VALUE}.")
    private int[] sizes = {10_000, 100_000, 1_000_000};

    @Option(names = "--fan-outs", split = ",", description = "Fan-outs K; default ${DEFAULT-VALUE}.")
    private int[] fanOuts = {8, 16, 32, 64};

    @Option(names = "--offset", description = "Bytes after the start of a line; default ${DEFAULT-VALUE}.")
    private int offset = 8;

    @Option(names = "--batch", description = "Leaves drawn or updated at once; default ${DEFAULT-VALUE}.")
    private int batch = 64;

    private final ChartFile picture = new ChartFile(
            "Children aligned to cache lines, against unaligned ones",
            "K, children of a node",
            "aligned / unaligned, pairs/s");
    private final MarkdownTable table = new MarkdownTable(
            "leaves", "K", "threads", "aligned, million pairs/s", "unaligned, million pairs/s", "aligned / unaligned");

    Alignment() {
        super(0.1);
    }

    @Override
    void compare() throws Exception {
        check(batch >= 1, "--batch must be at least 1, not " + batch);
        check(
                offset > 0 && offset < 64 && offset % Long.BYTES == 0,
                "--offset must be a multiple of 8 in 8 .. 56, not " + offset);
        heading(
                "draw+update pairs in batches of %d, %d bytes off a line; medians of %d rounds",
                batch, offset, rounds());
        for (int size : sizes) {
            for (int fanOut : fanOuts) {
                check(
                        fanOut >= 2 && fanOut <= 256 && Integer.bitCount(fanOut) == 1,
                        "--fan-outs must be powers of two in 2 .. 256, not " + fanOut);
                measure(size, fanOut);
            }
        }
        print(table);
        draw(picture);
    }

    private void measure(int size, int fanOut) throws Exception {
        RandomStream stream = RandomStream.root(1).spawn("alignment").spawn(size);
        Contest contest = new Contest();
        for (int at : new int[] {0, offset}) {
            PriorityIndex tree = IndexWork.filled(new OffsetTree(size, fanOut, at), size, stream);
            for (int threads = 1; threads <= THREADS; threads++) {
                contest.add(name(at, threads), workers(tree, threads, stream));
            }
        }
        Map<String, Outcome> outcomes = contest.run(rounds(), seconds());
        for (int threads = 1; threads <= THREADS; threads++) {
            double aligned = outcomes.get(name(0, threads)).median();
            double unaligned = outcomes.get(name(offset, threads)).median();
            table.row(size, fanOut, threads, aligned / 1e6, unaligned / 1e6, aligned / unaligned);
            picture.add(size + " leaves, threads: " + threads, fanOut, aligned / unaligned);
        }
    }

    private List<Worker> workers(PriorityIndex tree, int threads, RandomStream stream) {
        return IntStream.range(0, threads)
                .mapToObj(thread ->
                        IndexWork.pairs(tree, batch, stream.spawn("pairs").spawn(thread)))
                .toList();
    }

    private static String name(int at, int threads) {
        return at + " bytes, " + threads;
    }
}
