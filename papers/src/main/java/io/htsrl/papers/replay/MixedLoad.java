package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** MixedLoad load of the book: measures concurrent writers and readers over memories in shards. */
@Command(
        name = "mixed",
        sortOptions = false,
        description = "Measures concurrent writers and readers over shards of 4-float transitions.")
final class MixedLoad extends TimedExperiment {
    private static final ObservationSpace SPACE = ObservationSpace.floats(4);
    /** Operations per second in the book, by number of shards. */
    private static final Map<Integer, String> BOOK = Map.of(1, "145,646", 4, "180,535", 16, "106,080");

    @Option(names = "--shards", split = ",", description = "Numbers of shards; default ${DEFAULT-VALUE}.")
    private int[] counts = {1, 4, 16};

    @Option(names = "--writers", description = "Number of inserting threads; default ${DEFAULT-VALUE}.")
    private int writers = 4;

    @Option(names = "--readers", description = "Number of drawing threads; default ${DEFAULT-VALUE}.")
    private int readers = 2;

    @Option(names = "--batch", description = "Transitions of a batch; default ${DEFAULT-VALUE}.")
    private int batch = 32;

    @Option(names = "--capacity", description = "Transitions of all shards; default ${DEFAULT-VALUE}.")
    private int capacity = 100_000;

    private final ChartFile picture =
            new ChartFile("Concurrent writers and readers over shards", "shards", "inserts and batches per second");
    private final MarkdownTable table = new MarkdownTable(
            "shards", "memory", "inserts/s", "batches/s", "rows drawn/s", "operations/s", "operations/s in the book");

    MixedLoad() {
        super(0.4);
    }

    @Override
    void compare() throws Exception {
        check(writers >= 1 && readers >= 1 && batch >= 1, "--writers, --readers and --batch must be at least 1");
        heading(
                "%d writers, %d readers of batches of %d, %d transitions; an operation is an insert or a batch;"
                        + " medians of %d rounds",
                writers, readers, batch, capacity, rounds());
        for (int count : counts) {
            check(
                    count >= 1 && capacity / count >= writers * 4,
                    "--shards must be at least 1 and leave 4 places for each writer, not " + count);
            measure(count);
        }
        print(table);
        draw(picture);
    }

    private void measure(int count) throws Exception {
        RandomStream stream = RandomStream.root(1).spawn("mixed").spawn(count);
        ReplayConfig config = ReplayWork.config(capacity / count, writers, SPACE);
        Contest contest = new Contest();
        for (Memories memory : Memories.values()) {
            contest.add(memory.title(), workers(memory, count, config, stream));
        }
        Map<String, Outcome> outcomes = contest.run(rounds(), seconds());
        outcomes.forEach((name, outcome) -> {
            double inserts = outcome.median(0, writers);
            double batches = outcome.median(writers, writers + readers);
            table.row(count, name, inserts, batches, batches * batch, outcome.median(), BOOK.getOrDefault(count, "-"));
            picture.add(name, count, outcome.median());
        });
    }

    private List<Worker> workers(Memories kind, int count, ReplayConfig config, RandomStream stream) {
        List<ReplayMemory> shards =
                Stream.generate(() -> kind.make(config)).limit(count).toList();
        ReplayWork.fill(shards, config, stream);
        List<Worker> workers = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            workers.add(ReplayWork.inserts(
                    shards, SPACE, writer, stream.spawn("writer").spawn(writer)));
        }
        for (int reader = 0; reader < readers; reader++) {
            workers.add(ReplayWork.batches(
                    shards, batch, false, stream.spawn("reader").spawn(reader)));
        }
        return workers;
    }
}
