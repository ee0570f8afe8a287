package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Zhang et al. 2021, Figure 8: measures the time until the last 100 episodes of CartPole-v1 have a mean of 475, ours
 * and others', from the start of each process, or on request without starts and compilation. Each trainer has limited
 * seconds; the table says how far it came in them.
 */
@Command(
        name = "time-to-475",
        sortOptions = false,
        description = "Measures seconds and steps until the last 100 episodes of CartPole-v1 have a mean of 475.")
final class TimeToBar extends ExperimentCommand {
    private static final int WINDOW = 100;
    private static final String OURS = "hts-rl";
    /** Seconds beyond those of a run for a peer's start and end. */
    private static final long START_SECONDS = 60;

    @Option(
            names = "--algos",
            split = ",",
            description = "Algorithms among ppo, a2c and dqn; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "dqn");

    @Option(
            names = "--warm",
            description = "Measures without starts and compilation: ours in this JVM after a warm-up run.")
    private boolean warm;

    @Option(names = "--hts", hidden = true, description = "Our launcher.")
    private Path hts = Path.of("hts");

    @Option(names = "--seeds", description = "Runs of each trainer; default ${DEFAULT-VALUE}.")
    private int seeds = 3;

    @Option(names = "--bar", description = "Mean return to reach; default ${DEFAULT-VALUE}.")
    private double bar = 475;

    @Option(names = "--most-steps", description = "Maximum steps of a run; default ${DEFAULT-VALUE}.")
    private long mostSteps = 200_000;

    @Option(
            names = "--seconds-per-peer",
            paramLabel = "S",
            description =
                    "Maximum seconds of all runs of a trainer by one algorithm, shared equally; default ${DEFAULT-VALUE}.")
    private double secondsPerPeer = 180;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File for finished runs, which the same command does not repeat; none by default.")
    private Path out;

    @Option(
            names = "--only",
            split = ",",
            description = "Keys of peers (sb3, torch, envpool, jax, pufferlib, rllib); default all.")
    private List<String> only = List.of();

    @Mixin
    private PeerPython python;

    private final MarkdownTable table = new MarkdownTable(
            "algorithm",
            "trainer",
            "seeds at the bar",
            "median s",
            "min",
            "max",
            "median steps",
            "times ours",
            "cut off at");
    private final ChartFile picture = new ChartFile("Time to play CartPole-v1 well", "trainer", "seconds");
    private RunProgressFile finished;

    /** One run of a seed. */
    @FunctionalInterface
    private interface Run {
        RunProgress of(int seed) throws Exception;
    }

    @Override
    protected void run() throws Exception {
        check(seeds >= 1, "--seeds must be at least 1, not " + seeds);
        check(secondsPerPeer > 0, "--seconds-per-peer must be above 0, not " + secondsPerPeer);
        check(
                List.of("ppo", "a2c", "dqn").containsAll(algorithms),
                "--algos must be among ppo, a2c and dqn, not " + algorithms);
        check(
                out == null || RunProgressFile.isUsable(out),
                "--out must name a new file or one that this command wrote, not " + out);
        finished = new RunProgressFile(out);
        heading(
                "%d seeds, at most %d steps and %.0f s each; ours by our presets; seconds %s",
                seeds, mostSteps, secondsOfARun(), warm ? "in a warm JVM" : "from process start");
        ShellRuns shell = new ShellRuns(hts);
        for (String algorithm : algorithms) {
            if (warm && finishedRuns(algorithm, OURS).size() < seeds) {
                ours(algorithm, 1, Math.min(mostSteps, 20_000)); // warm-up
            }
            Run ours = seed -> warm
                    ? ours(algorithm, seed, mostSteps)
                    : shell.measure(algorithm, seed, mostSteps, bar, secondsOfARun());
            double median = add(algorithm, OURS, runs(algorithm, OURS, ours), Double.NaN);
            for (Peer peer : Peer.ALL) {
                if (peer.algorithms().contains(algorithm) && (only.isEmpty() || only.contains(peer.key()))) {
                    compare(algorithm, peer, median);
                }
            }
        }
        print(table);
        draw(picture);
    }

    private double secondsOfARun() {
        return secondsPerPeer / seeds;
    }

    /** Returns the name of a run, which holds all settings that decide its result. */
    private String name(String algorithm, String key, int seed) {
        return String.format(
                Locale.ROOT,
                "%s %s seed %d to %s within %d steps and %.3f s%s",
                algorithm,
                key,
                seed,
                bar,
                mostSteps,
                secondsOfARun(),
                warm ? "" : " from process start");
    }

    /** Returns the finished runs. */
    private List<RunProgress> finishedRuns(String algorithm, String key) {
        List<RunProgress> all = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            finished.find(name(algorithm, key, seed)).ifPresent(all::add);
        }
        return all;
    }

    /** Returns the runs of all seeds of a trainer; runs those that are not finished. */
    private List<RunProgress> runs(String algorithm, String key, Run run) throws Exception {
        for (int seed = 1; seed <= seeds; seed++) {
            String name = name(algorithm, key, seed);
            if (finished.find(name).isEmpty()) {
                finished.add(name, run.of(seed));
            }
        }
        return finishedRuns(algorithm, key);
    }

    private void compare(String algorithm, Peer peer, double median) throws Exception {
        boolean known = finishedRuns(algorithm, peer.key()).size() == seeds;
        if (!known
                && python.lastLine(Peer.PROGRAM, List.of(peer.key(), "--version"))
                        .isEmpty()) {
            table.row(algorithm, peer.name(), PeerPython.MISSING, "-", "-", "-", "-", "-", "-");
            return;
        }
        List<RunProgress> runs = runs(algorithm, peer.key(), seed -> measure(peer, algorithm, seed));
        add(algorithm, peer.name(), runs, median);
    }

    private RunProgress measure(Peer peer, String algorithm, int seed) throws InterruptedException {
        double most = secondsOfARun();
        List<Object> arguments = new ArrayList<>(
                List.of(peer.key(), algorithm, "--bar", bar, "--seed", seed, "--most-steps", mostSteps));
        arguments.addAll(List.of("--most-seconds", most));
        if (!warm) {
            arguments.addAll(List.of("--since", Instant.now().toEpochMilli() / 1e3));
        }
        long begun = System.nanoTime();
        try {
            Map<String, Double> found =
                    python.measure(Peer.PROGRAM, arguments, Duration.ofSeconds((long) Math.ceil(most) + START_SECONDS));
            return new RunProgress(
                    found.getOrDefault("reached", 1.0) == 1,
                    found.getOrDefault("mean", Double.NaN),
                    found.getOrDefault("seconds", Double.NaN),
                    found.getOrDefault("steps", Double.NaN));
        } catch (IOException e) {
            print(e.getMessage());
            return RunProgress.unknown((System.nanoTime() - begun) / 1e9);
        }
    }

    /** Adds a row and returns its median seconds. */
    private double add(String algorithm, String name, List<RunProgress> runs, double ours) {
        double median = at(runs, RunProgress::secondsToBar, seeds / 2);
        table.row(
                algorithm,
                name,
                runs.stream().filter(RunProgress::reachedBar).count() + " of " + seeds,
                number(median),
                number(at(runs, RunProgress::secondsToBar, 0)),
                number(at(runs, RunProgress::secondsToBar, seeds - 1)),
                number(at(runs, RunProgress::stepsToBar, seeds / 2)),
                Double.isNaN(ours) ? "1" : number(median / ours),
                furthest(runs));
        if (Double.isFinite(median)) {
            picture.add(algorithm, name, median);
        }
        return median;
    }

    /** Describes the best of the runs that missed the bar. */
    private static String furthest(List<RunProgress> runs) {
        Optional<RunProgress> best = runs.stream()
                .filter(run -> !run.reachedBar())
                .max((a, b) -> Double.compare(known(a.mean()), known(b.mean())));
        return best.map(run -> Double.isNaN(run.mean())
                        ? MarkdownTable.number(run.seconds()) + " s"
                        : "a mean of " + MarkdownTable.number(run.mean()) + " after "
                                + MarkdownTable.number(run.seconds()) + " s, " + MarkdownTable.number(run.steps())
                                + " steps")
                .orElse("-");
    }

    private static double known(double mean) {
        return Double.isNaN(mean) ? Double.NEGATIVE_INFINITY : mean;
    }

    private static double at(List<RunProgress> runs, ToDoubleFunction<RunProgress> figure, int place) {
        return runs.stream().mapToDouble(figure).sorted().toArray()[place];
    }

    private static String number(double value) {
        return Double.isFinite(value) ? MarkdownTable.number(value) : "-";
    }

    private RunProgress ours(String algorithm, int seed, long most) throws Exception {
        RunControl control = new RunControl();
        RunProgress[] progress = {RunProgress.unknown(0)};
        long start = System.nanoTime();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (control.stopRequested()) {
                    return;
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                boolean reached = report.episodes() >= WINDOW && report.meanReturn100() >= bar;
                progress[0] = new RunProgress(reached, report.meanReturn100(), seconds, report.timesteps());
                if (reached || seconds >= secondsOfARun()) {
                    control.requestStop();
                }
            }
        };
        String[] flags = {
            "--algo", algorithm, "--env", "CartPole-v1", "--seed", "" + seed, "--total-timesteps", "" + most
        };
        new Trainer(Hts.configure(flags), listener, control).run();
        return progress[0];
    }
}
