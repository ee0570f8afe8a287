package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.papers.trees.ArrayScan;
import io.htsrl.papers.trees.BinaryTree;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.papers.trees.PrefixSums;
import io.htsrl.papers.trees.PriorityIndex;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares indices for the same draws: an array, running sums, a binary sum tree, and ours. */
@Command(
        name = "baselines",
        sortOptions = false,
        description = "Times draws and updates of an array, running sums, a binary tree and our tree; one thread.")
final class Baselines extends TimedExperiment {
    private static final String OURS = "K-ary tree (ours)";
    private static final Map<String, IntFunction<PriorityIndex>> INDICES = new LinkedHashMap<>();

    static {
        INDICES.put("array, linear scan", ArrayScan::new);
        INDICES.put("running sums, binary search", PrefixSums::new);
        INDICES.put("binary tree", BinaryTree::new);
        INDICES.put(OURS, OurTree::new);
    }

    @Option(names = "--sizes", split = ",", description = "Numbers of leaves; default ${DEFAULT-VALUE}.")
    private int[] sizes = {1_000, 10_000, 100_000, 1_000_000};

    @Option(names = "--batch", description = "Leaves drawn or updated at once; default ${DEFAULT-VALUE}.")
    private int batch = 64;

    private final ChartFile picture =
            new ChartFile("A draw and an update, one thread", "leaves", "log10 of the nanoseconds");
    private final MarkdownTable table =
            new MarkdownTable("leaves", "index", "draw, ns", "update, ns", "both, ns", "times as long as ours");

    Baselines() {
        super(0.1);
    }

    @Override
    void compare() throws Exception {
        check(batch >= 1, "--batch must be at least 1, not " + batch);
        heading("one thread, batches of %d; medians of %d rounds", batch, rounds());
        for (int size : sizes) {
            check(size >= batch, "--sizes must be at least --batch (" + batch + "), not " + size);
            measure(size);
        }
        print(table);
        draw(picture);
    }

    private void measure(int size) throws InterruptedException {
        RandomStream stream = RandomStream.root(1).spawn("baselines").spawn(size);
        Contest contest = new Contest();
        INDICES.forEach((name, maker) -> {
            PriorityIndex index = IndexWork.filled(maker.apply(size), size, stream);
            contest.add(draw(name), List.of(IndexWork.draws(index, batch, stream.spawn("draws"))));
            contest.add(update(name), List.of(IndexWork.updates(index, size, batch, stream.spawn("updates"))));
        });
        Map<String, Outcome> outcomes = contest.run(rounds(), seconds());
        double ours = both(outcomes, OURS);
        for (String name : INDICES.keySet()) {
            double both = both(outcomes, name);
            table.row(
                    size,
                    name,
                    outcomes.get(draw(name)).nanos(),
                    outcomes.get(update(name)).nanos(),
                    both,
                    both / ours);
            picture.add(name, size, StrictMath.log10(both));
        }
    }

    private static double both(Map<String, Outcome> outcomes, String name) {
        return outcomes.get(draw(name)).nanos() + outcomes.get(update(name)).nanos();
    }

    private static String draw(String name) {
        return name + ", draw";
    }

    private static String update(String name) {
        return name + ", update";
    }
}
