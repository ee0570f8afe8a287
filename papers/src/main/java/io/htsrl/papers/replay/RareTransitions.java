package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * RareTransitions transitions of the book: measures how often rare transitions with large errors are drawn. Not timed.
 */
@Command(
        name = "rare",
        sortOptions = false,
        description = "Measures the share of draws that hit rare transitions, over alpha.")
final class RareTransitions extends ExperimentCommand {
    private static final double EPSILON = 1e-6;

    @Option(names = "--capacity", description = "Number of transitions; default ${DEFAULT-VALUE}.")
    private int capacity = 10_000;

    @Option(names = "--one-in", description = "Number of transitions of which one is rare; default ${DEFAULT-VALUE}.")
    private int oneIn = 20;

    @Option(
            names = "--error",
            description = "Error of a rare transition divided by that of another; default ${DEFAULT-VALUE}.")
    private double error = 100;

    @Option(names = "--alphas", split = ",", description = "Exponents; default ${DEFAULT-VALUE}.")
    private double[] alphas = {0, 0.2, 0.4, 0.6, 0.8, 1};

    @Option(names = "--batches", description = "Number of batches of 64 draws; default ${DEFAULT-VALUE}.")
    private int batches = 20_000;

    private final MarkdownTable table = new MarkdownTable("alpha", "rare ones drawn", "expected", "in the book");
    private final ChartFile picture = new ChartFile("How often a rare transition is drawn", "alpha", "share of draws");

    @Override
    protected void run() throws Exception {
        check(oneIn >= 2 && capacity >= oneIn, "--one-in must be in 2 .. --capacity, not " + oneIn);
        check(error > 0 && error <= 1e6, "--error must be above 0 and at most 1e6, not " + error);
        check(batches >= 1, "--batches must be at least 1, not " + batches);
        heading(
                "one of %d transitions is rare, of %d; its error is %s times another's; %d batches of 64",
                oneIn, capacity, MarkdownTable.number(error), batches);
        for (double alpha : alphas) {
            check(alpha >= 0 && alpha <= 2, "--alphas must be in 0 .. 2, not " + alpha);
            double share = share(alpha);
            double expected = expected(alpha);
            String book = alpha == 0 ? "0.052" : alpha == 0.6 ? "0.455" : "-";
            table.row(String.format(Locale.ROOT, "%.1f", alpha), text(share), text(expected), book);
            picture.add("drawn", alpha, share);
            picture.companion("drawn", "expected", alpha, expected);
        }
        print(table);
        draw(picture);
    }

    private static String text(double share) {
        return String.format(Locale.ROOT, "%.4f", share);
    }

    private boolean isRare(int transition) {
        return transition % oneIn == oneIn - 1;
    }

    private double errorOf(boolean rare) {
        return rare ? 1 : 1 / error;
    }

    private double share(double alpha) {
        PrioritizedReplay memory = new PrioritizedReplay(
                new ReplayConfig(capacity, 1, ObservationSpace.floats(1), 1, 1, 1, 0.99, alpha, EPSILON));
        ObservationSlot slot = new ObservationSlot().at(new float[1], 0);
        for (int transition = 0; transition < capacity; transition++) {
            boolean rare = isRare(transition);
            slot.set(0, rare ? 1 : 0);
            memory.append(0, slot, new float[1], 0, 1, true, false, null, errorOf(rare));
        }
        ReplayBatch batch = memory.newBatch(64);
        RandomStream stream = RandomStream.root(1).spawn("rare");
        double hits = 0;
        for (int i = 0; i < batches; i++) {
            memory.sample(batch, stream.spawn(i), 1);
            for (int row = 0; row < batch.size(); row++) {
                hits += batch.floatObservations()[row];
            }
        }
        return hits / batches / batch.size();
    }

    private double expected(double alpha) {
        int rare = capacity / oneIn;
        double mass = rare * StrictMath.pow(errorOf(true) + EPSILON, alpha);
        return mass / (mass + (capacity - rare) * StrictMath.pow(errorOf(false) + EPSILON, alpha));
    }
}
