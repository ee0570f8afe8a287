package io.htsrl.papers.reactors;

import io.htsrl.benchmarks.IdleComponents;
import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.benchmarks.peers.PeerPython;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kwok et al. 2023: measures observations per second of random actors. */
@Command(
        name = "observations",
        sortOptions = false,
        description = "Measures observations per second of 16 replicas with random actions through the whole pipeline.")
final class Observations extends ExperimentCommand {
    @Option(names = "--envs", split = ",", description = "Environments; default ${DEFAULT-VALUE}.")
    private List<String> environments = List.of("CartPole-v1", "Blackjack-v1", "Pendulum-v1", "ALE/HomebrewPaddle-v0");

    @Option(names = "--actors", description = "Number of replicas; default ${DEFAULT-VALUE}.")
    private int actors = 16;

    @Option(names = "--seconds", description = "Approximate seconds of a run; default ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Option(names = "--rounds", description = "Runs of each; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Mixin
    private PeerPython ray;

    private final MarkdownTable table = new MarkdownTable(
            "environment", "1 executor", "a thread each", "Ray, each step", "Ray, rollouts of 128", "ratio");
    private final ChartFile picture = new ChartFile("Observations of random actors", "environment", "per second");

    @Override
    protected void run() throws Exception {
        check(actors >= 1 && actors <= 1000, "--actors must be in 1 .. 1000, not " + actors);
        check(rounds >= 1 && seconds > 0, "--rounds must be at least 1, and --seconds above 0");
        heading(
                "%d replicas, observations/s, medians of %d runs; ratio: our faster way / Ray's faster way",
                actors, rounds);
        for (String environment : environments) {
            double one = median(environment, 1);
            double each = median(environment, actors);
            Map<String, Double> found = ray(environment);
            double best = found.values().stream().max(Double::compare).orElse(Double.NaN);
            table.row(
                    environment,
                    one,
                    each,
                    PeerPython.cell(found, "steps"),
                    PeerPython.cell(found, "rollouts"),
                    Math.max(one, each) / best);
            picture.add("one executor", environment, one).add("a thread each", environment, each);
            found.forEach((name, rate) -> picture.add("Ray, " + name, environment, rate));
        }
        print(table);
        print("Their ratio, Lingua Franca to Ray: 1.21 on average.");
        draw(picture);
    }

    /** Measures Ray; not on a homebrew game, which Gymnasium lacks. */
    private Map<String, Double> ray(String environment) throws Exception {
        return environment.startsWith("ALE/Homebrew")
                ? Map.of()
                : ray.measure("ray_reactors.py", List.of("observations", actors, environment, seconds));
    }

    private double median(String environment, int executors) throws Exception {
        List<String> flags = List.of(
                "--env", environment, "--hidden-sizes", "1", "--num-envs", "" + actors, "--executors", "" + executors);
        return median(flags, new IdleComponents(false), 64L * actors, rounds, seconds);
    }

    /** Returns the median of the steps per second of runs of PPO's pipeline that learn nothing. */
    static double median(List<String> flags, IdleComponents idle, long leastSteps, int rounds, double seconds)
            throws Exception {
        double rate = rate(flags, idle, leastSteps); // warm-up, which also decides the length of runs
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            rate = rate(flags, idle, Math.max(leastSteps, Math.min(20_000_000, (long) (rate * seconds))));
            rates.add(rate);
        }
        return rates.stream().sorted().toList().get(rounds / 2);
    }

    private static double rate(List<String> flags, IdleComponents idle, long steps) throws Exception {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of("--algo", "ppo", "--network", "mlp", "--learners", "1", "--sync-interval", "64"));
        all.addAll(List.of("--num-minibatches", "1", "--total-timesteps", "" + steps));
        return new Trainer(
                        Hts.configure(all.toArray(String[]::new)),
                        Attachments.none().with(idle))
                .run()
                .stepsPerSecond();
    }
}
