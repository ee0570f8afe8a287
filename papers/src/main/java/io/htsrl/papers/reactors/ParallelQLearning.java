package io.htsrl.papers.reactors;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.benchmarks.peers.PeerPython;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kwok et al. 2023: measures parallel Q-learning of Blackjack over the batch size. */
@Command(
        name = "q-learning",
        sortOptions = false,
        description = "Measures seconds until Q-learning reaches a mean return on Blackjack, by batch size.")
final class ParallelQLearning extends ExperimentCommand {
    @Option(names = "--batches", split = ",", description = "Batch sizes in steps; default ${DEFAULT-VALUE}.")
    private List<Integer> batches = List.of(500, 1_000, 2_000);

    @Option(
            names = "--actors",
            description = "Number of replicas, a divisor of each batch size; default ${DEFAULT-VALUE}.")
    private int actors = 10;

    @Option(names = "--bar", description = "Mean return to reach, computed exactly; default ${DEFAULT-VALUE}.")
    private double bar = -0.06;

    @Option(names = "--seeds", description = "Runs of each; medians are printed; default ${DEFAULT-VALUE}.")
    private int seeds = 3;

    @Option(names = "--most-steps", description = "Maximum steps of a run; default ${DEFAULT-VALUE}.")
    private long mostSteps = 4_000_000;

    @Option(names = "--learning-rate", description = "Constant learning rate; default ${DEFAULT-VALUE}.")
    private double learningRate = 0.01;

    @Option(names = "--epsilon", description = "Constant exploration rate; default ${DEFAULT-VALUE}.")
    private double epsilon = 0.3;

    @Mixin
    private PeerPython ray;

    private final MarkdownTable table =
            new MarkdownTable("batch", "steps", "seconds", "steps/s", "one Python process, s", "Ray, s", "Ray / ours");
    private final ChartFile picture = new ChartFile("Q-learning on Blackjack until it plays well", "batch", "seconds");

    @Override
    protected void run() throws Exception {
        check(seeds >= 1 && actors >= 1, "--seeds and --actors must be at least 1");
        check(
                batches.stream().allMatch(each -> each >= actors && each % actors == 0),
                "--batches must be multiples of --actors (" + actors + "), not " + batches);
        check(bar < BlackjackValue.BEST, "--bar must be below the best policy's " + BlackjackValue.BEST);
        heading(
                "%d replicas, step size %s, epsilon %s, until a mean return of %s (best possible: %s); medians of %d seeds",
                actors, learningRate, epsilon, bar, BlackjackValue.BEST, seeds);
        for (int batch : batches) {
            learn(batch, 1); // warm-up
            List<BarWatch> runs = new ArrayList<>();
            for (int seed = 1; seed <= seeds; seed++) {
                runs.add(learn(batch, seed));
            }
            runs.sort(Comparator.comparingDouble(BarWatch::seconds));
            add(batch, runs.get(seeds / 2));
        }
        print(table);
        draw(picture);
    }

    private void add(int batch, BarWatch median) throws Exception {
        Map<String, Double> found = ray.measure(
                "ray_reactors.py", List.of("q-learning", actors, batch, bar, learningRate, epsilon, mostSteps));
        Object rays = PeerPython.cell(found, "ray");
        table.row(
                batch,
                median.steps(),
                median.seconds(),
                median.steps() / median.seconds(),
                PeerPython.cell(found, "plain"),
                rays,
                rays instanceof Double seconds ? seconds / median.seconds() : rays);
        picture.add("hts-rl", batch, median.seconds());
        found.forEach((name, seconds) -> picture.add(name, batch, seconds));
    }

    private BarWatch learn(int batch, int seed) throws Exception {
        RunConfig config = Hts.configure(
                "--algo",
                "q-learning",
                "--env",
                "Blackjack-v1",
                "--seed",
                "" + seed,
                "--num-envs",
                "" + actors,
                "--sync-interval",
                "" + batch / actors,
                "--total-timesteps",
                "" + mostSteps,
                "--gamma",
                "1",
                "--learning-rate",
                "" + learningRate,
                "--no-anneal-lr",
                "--start-e",
                "" + epsilon,
                "--end-e",
                "" + epsilon);
        RunControl control = new RunControl();
        BarWatch watch = new BarWatch(bar, control);
        new Trainer(config, Attachments.none().with(watch).with(control)).run();
        check(watch.reached(), "batches of " + batch + " reached only " + watch.value() + "; give more --most-steps");
        return watch;
    }
}
