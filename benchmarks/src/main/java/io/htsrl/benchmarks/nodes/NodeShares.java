package io.htsrl.benchmarks.nodes;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.LocalNodes;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.service.VectorModule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Times intervals of environments that burn 5 ms a step on one to three machines with a share of a processor each, and
 * compares them with the cost model of docs/how-to/cluster.md: each must be within a tenth. Exits with 1 otherwise. One
 * thread.
 */
@Command(
        name = "node-shares",
        sortOptions = false,
        customSynopsis = "benchmarks/run node-shares [--share S] [--intervals N]",
        description = "Times intervals on limited machines in their own network and compares them with the cost model.")
public final class NodeShares implements Callable<Integer> {
    private static final int ENVIRONMENTS = 12;
    private static final int STEPS = 32;
    private static final double STEP_SECONDS = 5e-3;
    /** Intervals with all processors while the JVMs compile; on a share of a processor that would take many minutes. */
    private static final int WARM = 60;

    private static final int SETTLING = 2; // intervals after them
    private static final int MAX_MACHINES = 3;
    private static final double BAR = 0.1;
    private static final double OVERHEAD = 2e-3; // seconds an interval, of the model; its bytes are negligible

    @Spec
    private CommandSpec spec;

    @Option(names = "--share", description = "Share of one processor of each machine; default 0.3.")
    private double share = 0.3;

    @Option(names = "--intervals", description = "Number of timed intervals; default 6.")
    private int intervals = 6;

    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new NodeShares()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        out = spec.commandLine().getOut();
        if (!Machines.supported()) {
            out.println("skipped: this needs root, iproute2 and control groups of version 1");
            out.flush();
            return 0;
        }
        boolean kept = true;
        out.printf("%8s %12s %12s %8s%n", "machines", "model s", "measured s", "ratio");
        for (int machines = 1; machines <= MAX_MACHINES; machines++) {
            double expected = ENVIRONMENTS * STEPS * STEP_SECONDS / share / machines + OVERHEAD;
            double measured = seconds(machines);
            kept &= Math.abs(measured / expected - 1) <= BAR;
            out.printf(Locale.ROOT, "%8d %12.3f %12.3f %8.3f%n", machines, expected, measured, measured / expected);
            out.flush();
        }
        out.println(kept ? "kept: within a tenth" : "MISSED: not within a tenth");
        out.flush();
        return kept ? 0 : 1;
    }

    private RunConfig config() {
        return Hts.configure(
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--num-envs",
                Integer.toString(ENVIRONMENTS),
                "--sync-interval",
                Integer.toString(STEPS),
                "--total-timesteps",
                Integer.toString(ENVIRONMENTS * STEPS * (WARM + SETTLING + intervals + 1)),
                "--hidden-sizes",
                "16,16",
                "--learners",
                "1",
                "--executors",
                "1",
                "--step-time",
                "constant:5ms:burn");
    }

    /** Returns the mean time of an interval. */
    private double seconds(int count) throws Exception {
        List<Double> times = new ArrayList<>();
        List<Process> processes = new ArrayList<>();
        try (Machines machines = new Machines(share)) {
            TrainingListener watch = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    times.add(report.wallSeconds());
                    if (times.size() == WARM) {
                        limit(machines, processes);
                    }
                }
            };
            try {
                RunConfig config = config();
                new Trainer(
                                config,
                                Attachments.none()
                                        .with(watch)
                                        .collectedBy(site -> open(config, site, machines, count, processes)))
                        .run();
            } finally {
                for (Process process : processes) {
                    process.getOutputStream().close(); // nodes end with their input
                    process.waitFor(1, TimeUnit.MINUTES);
                }
            }
        }
        int first = WARM + SETTLING - 1;
        return (times.get(first + intervals) - times.get(first)) / intervals;
    }

    private static void limit(Machines machines, List<Process> processes) {
        try {
            for (int i = 0; i < processes.size(); i++) {
                machines.limit(i + 1, processes.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Rollouts open(
            RunConfig config, RolloutSource.RolloutSite site, Machines machines, int count, List<Process> processes) {
        ClusterRollouts rollouts = new ClusterRollouts(
                config,
                site,
                new Host(new HostPort(Machines.LEARNER, 0), Optional.empty(), line -> {}),
                Duration.ofSeconds(10),
                0,
                line -> {},
                new LaneBoard(0, AssignmentTable.Lease.of(Duration.ofSeconds(10)), line -> {}),
                () -> {});
        try {
            for (int number = 1; number <= count; number++) {
                List<String> command = new ArrayList<>(machines.add());
                command.addAll(LocalNodes.command(rollouts.address(), Optional.empty()));
                command.addAll(List.of("--bind", Machines.address(number) + ":0"));
                processes.add(new ProcessBuilder(command)
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.INHERIT)
                        .start());
            }
            if (!rollouts.await(count, Duration.ofMinutes(3))) {
                throw new IllegalStateException(count + " nodes have not joined in time");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return rollouts;
    }
}
