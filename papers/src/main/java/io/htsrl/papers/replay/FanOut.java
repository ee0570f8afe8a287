package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.papers.trees.PriorityIndex;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Zhang et al., VI-D and IV-C5: compares the times of draws and updates over K with the cost model. */
@Command(
        name = "fan-out",
        sortOptions = false,
        description = "Times draws and updates of our tree over K and compares them with the cost model; one thread.")
final class FanOut extends TimedExperiment {
    private static final int MIN_FAN_OUT = 2;
    private static final int MAX_FAN_OUT = 256;

    @Option(names = "--sizes", split = ",", description = "Numbers of leaves; default ${DEFAULT-VALUE}.")
    private int[] sizes = {10_000, 100_000, 1_000_000};

    @Option(names = "--batch", description = "Leaves drawn or updated at once; default ${DEFAULT-VALUE}.")
    private int batch = 64;

    private final ChartFile picture =
            new ChartFile("A draw and an update over the fan-out, one thread", "K, children of a node", "nanoseconds");
    private final MarkdownTable table = new MarkdownTable(
            "leaves", "K", "levels", "draw, ns", "predicted", "update, ns", "predicted", "both, ns", "predicted");
    private final MarkdownTable best =
            new MarkdownTable("leaves", "best K measured", "best K predicted", "predicted K is slower by, %");

    FanOut() {
        super(0.1);
    }

    @Override
    void compare() throws Exception {
        check(batch >= 1, "--batch must be at least 1, not " + batch);
        heading("one thread, batches of %d; medians of %d rounds", batch, rounds());
        TreeCosts.measure(batch, 1, seconds()); // warms up
        TreeCosts costs = TreeCosts.measure(batch, rounds(), seconds() / 2);
        for (int size : sizes) {
            check(size >= batch, "--sizes must be at least --batch (" + batch + "), not " + size);
            measure(size, costs);
        }
        print(costs.lines().table());
        print(costs.table());
        print(table);
        print(best);
        draw(picture);
    }

    private void measure(int size, TreeCosts costs) throws Exception {
        RandomStream stream = RandomStream.root(1).spawn("fan-out").spawn(size);
        Contest contest = new Contest();
        for (int fanOut = MIN_FAN_OUT; fanOut <= MAX_FAN_OUT; fanOut *= 2) {
            PriorityIndex tree = IndexWork.filled(new OurTree(size, fanOut), size, stream);
            contest.add("draw " + fanOut, List.of(IndexWork.draws(tree, batch, stream.spawn("draws"))));
            contest.add("update " + fanOut, List.of(IndexWork.updates(tree, size, batch, stream.spawn("updates"))));
        }
        Map<String, Outcome> outcomes = contest.run(rounds(), seconds());
        double[] measured = new double[MAX_FAN_OUT + 1];
        double[] predicted = new double[MAX_FAN_OUT + 1];
        for (int fanOut = MIN_FAN_OUT; fanOut <= MAX_FAN_OUT; fanOut *= 2) {
            int[] nodes = TreeCosts.nodes(size, fanOut);
            double draw = outcomes.get("draw " + fanOut).nanos();
            double update = outcomes.get("update " + fanOut).nanos();
            double drawPredicted = costs.draw(nodes, fanOut);
            double updatePredicted = costs.update(nodes);
            measured[fanOut] = draw + update;
            predicted[fanOut] = drawPredicted + updatePredicted;
            table.row(
                    size,
                    fanOut,
                    nodes.length,
                    draw,
                    drawPredicted,
                    update,
                    updatePredicted,
                    measured[fanOut],
                    predicted[fanOut]);
            picture.add(size + " leaves", fanOut, measured[fanOut]);
            picture.companion(size + " leaves", "predicted", fanOut, predicted[fanOut]);
        }
        int fastest = least(measured);
        int expected = least(predicted);
        double slowdown = measured[expected] / measured[fastest] - 1;
        best.row(size, fastest, expected, String.format(Locale.ROOT, "%.0f", 100 * slowdown));
    }

    private static int least(double[] nanos) {
        int least = MIN_FAN_OUT;
        for (int fanOut = MIN_FAN_OUT; fanOut <= MAX_FAN_OUT; fanOut *= 2) {
            least = nanos[fanOut] < nanos[least] ? fanOut : least;
        }
        return least;
    }
}
