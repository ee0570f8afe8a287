package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.papers.trees.BinaryTree;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.papers.trees.PriorityIndex;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Zhang et al., lazy writing: compares Atari rows written without the lock at priority 0 with rows written under it.
 */
@Command(
        name = "lazy-writing",
        sortOptions = false,
        description = "Compares rows of 84x84 bytes written without the lock with rows written under it.")
final class LazyWriting extends TimedExperiment {
    private static final ObservationSpace FRAME = AtariSteps.FRAME;

    @Option(names = "--writers", description = "Number of inserting threads; default ${DEFAULT-VALUE}.")
    private int writers = 2;

    @Option(names = "--readers", description = "Number of threads that draw and update; default ${DEFAULT-VALUE}.")
    private int readers = 2;

    @Option(names = "--batch", description = "Transitions of a batch; default ${DEFAULT-VALUE}.")
    private int batch = 32;

    @Option(names = "--capacity", description = "Capacity of each memory in steps; default ${DEFAULT-VALUE}.")
    private int capacity = 10_000;

    private final MarkdownTable table =
            new MarkdownTable("index", "row written", "inserts/s", "rows drawn/s", "GB/s copied");
    private final ChartFile picture =
            new ChartFile("Frames of 84x84 bytes, writers and readers", "memory", "per second");
    private final Contest contest = new Contest();

    LazyWriting() {
        super(0.3);
    }

    @Override
    void compare() throws Exception {
        check(writers >= 1 && readers >= 1 && batch >= 1, "--writers, --readers and --batch must be at least 1");
        check(
                capacity >= 4 * writers && capacity <= 200_000,
                "--capacity must be in 4 * writers .. 200000, not " + capacity);
        heading(
                "%d writers, %d readers that update, batches of %d, rows of %d bytes; medians of %d rounds",
                writers, readers, batch, FRAME.size(), rounds());
        ReplayConfig config = ReplayWork.config(capacity, writers, FRAME);
        add("binary tree, one lock", BinaryTree::new, config);
        add("K-ary tree, two locks", Memories::paperTree, config);
        add("our tree", OurTree::new, config);
        contest.add("hts-rl: lazily", workers(new PrioritizedReplay(config), config));
        for (Map.Entry<String, Outcome> each : contest.run(rounds(), seconds()).entrySet()) {
            double inserts = each.getValue().median(0, writers);
            double rows = batch * each.getValue().median(writers, writers + readers);
            String[] names = each.getKey().split(": ");
            double gigabytes = (inserts + 2 * rows) * FRAME.size() / 1e9; // a drawn row includes the next frame
            table.row(names[0], names[1], inserts, rows, gigabytes);
            picture.add("inserts", each.getKey(), inserts);
            picture.add("rows drawn", each.getKey(), rows);
        }
        print(table);
        draw(picture);
    }

    private void add(String name, IntFunction<PriorityIndex> index, ReplayConfig config) {
        contest.add(name + ": under a lock", workers(new IndexedReplay(config, index, false), config));
        contest.add(name + ": lazily", workers(new IndexedReplay(config, index, true), config));
    }

    private List<Worker> workers(ReplayMemory memory, ReplayConfig config) {
        RandomStream stream = RandomStream.root(1).spawn("lazy-writing");
        List<ReplayMemory> shard = List.of(memory);
        ReplayWork.fill(shard, config, stream);
        List<Worker> workers = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            workers.add(ReplayWork.inserts(
                    shard, FRAME, writer, stream.spawn("writer").spawn(writer)));
        }
        for (int reader = 0; reader < readers; reader++) {
            workers.add(ReplayWork.batches(
                    shard, batch, true, stream.spawn("reader").spawn(reader)));
        }
        return workers;
    }
}
