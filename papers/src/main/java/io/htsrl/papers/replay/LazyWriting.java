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

/** Zhang et al., lazy writing: Atari's rows written outside of the lock at priority 0, against written under it. */
@Command(
        name = "lazy-writing",
        sortOptions = false,
        description = "Rows of 84x84 bytes written outside of the lock, against written under it.")
final class LazyWriting extends TimedExperiment {
    private static final ObservationSpace FRAME = AtariSteps.FRAME;

    @Option(names = "--writers", description = "Threads that insert; default ${DEFAULT-VALUE}.")
    private int writers = 2;

    @Option(names = "--readers", description = "Threads that draw and update; default ${DEFAULT-VALUE}.")
    private int readers = 2;

    @Option(names = "--batch", description = "Transitions of one draw; default ${DEFAULT-VALUE}.")
    private int batch = 32;

    @Option(names = "--capacity", description = "Steps of each memory; default ${DEFAULT-VALUE}.")
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
        contest.add("hts-rl: lazily", crew(new PrioritizedReplay(config), config));
        for (Map.Entry<String, Outcome> each : contest.run(rounds(), seconds()).entrySet()) {
            double inserts = each.getValue().median(0, writers);
            double rows = batch * each.getValue().median(writers, writers + readers);
            String[] names = each.getKey().split(": ");
            double gigabytes = (inserts + 2 * rows) * FRAME.size() / 1e9; // a row drawn has the next frame too
            table.row(names[0], names[1], inserts, rows, gigabytes);
            picture.add("inserts", each.getKey(), inserts);
            picture.add("rows drawn", each.getKey(), rows);
        }
        print(table);
        draw(picture);
    }

    private void add(String name, IntFunction<PriorityIndex> index, ReplayConfig config) {
        contest.add(name + ": under a lock", crew(new IndexedReplay(config, index, false), config));
        contest.add(name + ": lazily", crew(new IndexedReplay(config, index, true), config));
    }

    private List<Worker> crew(ReplayMemory memory, ReplayConfig config) {
        RandomStream stream = RandomStream.root(1).spawn("lazy-writing");
        List<ReplayMemory> alone = List.of(memory);
        ReplayWork.fill(alone, config, stream);
        List<Worker> crew = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            crew.add(ReplayWork.inserts(
                    alone, FRAME, writer, stream.spawn("writer").spawn(writer)));
        }
        for (int reader = 0; reader < readers; reader++) {
            crew.add(ReplayWork.batches(
                    alone, batch, true, stream.spawn("reader").spawn(reader)));
        }
        return crew;
    }
}
