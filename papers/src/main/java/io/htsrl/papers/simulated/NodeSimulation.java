package io.htsrl.papers.simulated;

import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ClusterCounters.Recovery;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Simulates intervals of clusters of up to a thousand nodes, some of which vanish, and compares their time with the
 * cost model of docs/how-to/cluster.md. One thread.
 */
@Command(
        name = "node-simulation",
        sortOptions = false,
        customSynopsis = "papers/run node-simulation [--minutes M] [--nodes N,N]",
        description = "Simulates clusters with losses and stragglers, with the coordinator of real runs.")
public final class NodeSimulation implements Callable<Integer> {
    private static final double TEN_GIGABIT = 1.1e9;

    /** Message sizes of a network on vectors and of Nature's network on images. */
    private enum Load {
        NUMBERS(37e3, 5.2e3),
        PICTURES(6.75e6, 0.91e6);

        private final double policy;
        private final double column;

        Load(double policy, double column) {
            this.policy = policy;
            this.column = column;
        }
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", description = "Simulated minutes of each cluster; default 30.")
    private double minutes = 30;

    @Option(names = "--nodes", split = ",", description = "Numbers of nodes; default 10,100,1000.")
    private List<Integer> sizes = List.of(10, 100, 1000);

    @Option(names = "--seed", description = "Seed of all times; default 1.")
    private long seed = 1;

    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new NodeSimulation()).execute(args));
    }

    @Override
    public Integer call() {
        out = spec.commandLine().getOut();
        out.printf(
                "%-9s %6s %6s %10s %7s %7s %7s %7s %6s %7s %8s %8s %8s%n",
                "load",
                "nodes",
                "envs",
                "steps/s",
                "model",
                "calm",
                "losses",
                "late",
                "lost",
                "again",
                "seconds",
                "worst s",
                "table ms");
        for (Load load : Load.values()) {
            for (int nodes : sizes) {
                row(load, nodes);
            }
        }
        return 0;
    }

    private void row(Load load, int nodes) {
        Model calm = new Model(nodes, 16, 128, 0.020, load.policy, load.column, TEN_GIGABIT, 0, 120, 0, 2);
        Simulation.Result undisturbed = run(calm);
        Simulation.Result losses = run(calm.with(0.05, 0));
        Simulation.Result late = run(calm.with(0.05, 0.01));
        double worst = late.tally().recoveries().stream()
                .mapToLong(Recovery::rerun)
                .max()
                .orElse(0);
        out.printf(
                Locale.ROOT,
                "%-9s %6d %6d %10.0f %7.3f %7.3f %7.3f %7.3f %6d %7d %8d %8.2f %8.2f%n",
                load.name().toLowerCase(Locale.ROOT),
                nodes,
                calm.columns(),
                calm.columns() * calm.steps() / losses.seconds(),
                calm.expected(),
                undisturbed.seconds(),
                losses.seconds(),
                late.seconds(),
                late.tally().count(Count.LOST),
                late.tally().count(Count.AGAIN),
                late.tally().count(Count.SECOND),
                worst / 1e9,
                late.coordinating() * 1e3);
        out.flush();
    }

    private Simulation.Result run(Model model) {
        return new Simulation(model, RandomStream.root(seed)).run(minutes * 60);
    }
}
