package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.replay.Experiment;
import io.htsrl.benchmarks.replay.Picture;
import io.htsrl.benchmarks.replay.Table;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Zhang et al. 2021, Figure 8: the time until the last 100 episodes of CartPole-v1 have a mean of 475, ours and others'. */
@Command(
        name = "time-to-475",
        sortOptions = false,
        description = "Seconds and steps until the last 100 episodes of CartPole-v1 have a mean of 475.")
final class TimeToBar extends Experiment {
    private static final int WINDOW = 100;

    @Option(names = "--algos", split = ",", description = "Of ppo, a2c and dqn; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "dqn");

    @Option(names = "--seeds", description = "Runs of each; default ${DEFAULT-VALUE}.")
    private int seeds = 3;

    @Option(names = "--bar", description = "The mean to be reached; default ${DEFAULT-VALUE}.")
    private double bar = 475;

    @Option(names = "--most-steps", description = "A run ends there at the latest; default ${DEFAULT-VALUE}.")
    private long mostSteps = 200_000;

    @Option(
            names = "--only",
            split = ",",
            description = "Keys of peers (sb3, torch, envpool, jax, rllib); default all.")
    private List<String> only = List.of();

    @Mixin
    private PeerPython python;

    private final Table table = new Table(
            "algorithm",
            "trainer",
            "seeds that reach it",
            "median s",
            "least",
            "greatest",
            "median steps",
            "it / ours");
    private final Picture picture = new Picture("Time to play CartPole-v1 well", "trainer", "seconds");

    /** Of one seed; infinite where it did not get there. */
    private record Reached(double seconds, double steps) {
        static final Reached NEVER = new Reached(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Override
    protected void run() throws Exception {
        check(seeds >= 1, "--seeds must be at least 1, not " + seeds);
        check(List.of("ppo", "a2c", "dqn").containsAll(algorithms), "--algos must be of ppo, a2c and dqn");
        heading("%d seeds, %d steps at most; ours by our presets, in a warm JVM", seeds, mostSteps);
        for (String algorithm : algorithms) {
            ours(algorithm, 1, Math.min(mostSteps, 20_000)); // warm-up
            List<Reached> ours = new ArrayList<>();
            for (int seed = 1; seed <= seeds; seed++) {
                ours.add(ours(algorithm, seed, mostSteps));
            }
            double median = add(algorithm, "hts-rl", ours, Double.NaN);
            for (Peer peer : Peer.ALL) {
                if (peer.algorithms().contains(algorithm) && (only.isEmpty() || only.contains(peer.key()))) {
                    compare(algorithm, peer, median);
                }
            }
        }
        print(table);
        draw(picture);
    }

    private void compare(String algorithm, Peer peer, double median) throws IOException, InterruptedException {
        if (python.lastLine(Peer.PROGRAM, List.of(peer.key(), "--version")).isEmpty()) {
            table.row(algorithm, peer.name(), PeerPython.MISSING, "-", "-", "-", "-", "-");
            return;
        }
        List<Reached> reached = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            Map<String, Double> found = measured(peer, algorithm, seed);
            reached.add(found.isEmpty() ? Reached.NEVER : new Reached(found.get("seconds"), found.get("steps")));
        }
        add(algorithm, peer.name(), reached, median);
    }

    /** Nothing where it was not reached, of which the program's end is the sign. */
    private Map<String, Double> measured(Peer peer, String algorithm, int seed) throws InterruptedException {
        try {
            return python.measure(
                    Peer.PROGRAM,
                    List.of(peer.key(), algorithm, "--bar", bar, "--seed", seed, "--most-steps", mostSteps));
        } catch (IOException e) {
            print(e.getMessage());
            return Map.of();
        }
    }

    /** A row; its median of seconds. */
    private double add(String algorithm, String name, List<Reached> runs, double ours) {
        List<Double> seconds = runs.stream().map(Reached::seconds).sorted().toList();
        double steps = runs.stream()
                .map(Reached::steps)
                .sorted(Comparator.naturalOrder())
                .toList()
                .get(seeds / 2);
        double median = seconds.get(seeds / 2);
        table.row(
                algorithm,
                name,
                seconds.stream().filter(Double::isFinite).count() + " of " + seeds,
                number(median),
                number(seconds.get(0)),
                number(seconds.get(seeds - 1)),
                number(steps),
                Double.isNaN(ours) ? "1" : number(median / ours));
        if (Double.isFinite(median)) {
            picture.add(algorithm, name, median);
        }
        return median;
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Table.number(value) : "-";
    }

    private Reached ours(String algorithm, int seed, long most) throws Exception {
        RunControl control = new RunControl();
        Reached[] reached = {Reached.NEVER};
        long start = System.nanoTime();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                boolean first = reached[0] == Reached.NEVER;
                if (first && report.episodes() >= WINDOW && report.meanReturn100() >= bar) {
                    reached[0] = new Reached((System.nanoTime() - start) / 1e9, report.timesteps());
                    control.requestStop();
                }
            }
        };
        String[] flags = {
            "--algo", algorithm, "--env", "CartPole-v1", "--seed", "" + seed, "--total-timesteps", "" + most
        };
        new Trainer(Hts.configure(flags), listener, control).run();
        return reached[0];
    }
}
