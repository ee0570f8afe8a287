package io.htsrl.benchmarks.nodes;

import io.htsrl.cluster.table.ClusterCounters.Recovery;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Kills nodes at drawn moments and replaces each by a fresh one, over A2C, PPO and DQN in turns. Every digest must be
 * that of {@code serial}, and the median time until lost columns are full again at most {@code --most-seconds}. Exits
 * with 1 otherwise. One thread.
 */
@Command(
        name = "node-kills",
        sortOptions = false,
        customSynopsis =
                "benchmarks/run node-kills [--kills N] [--seed S] [--nodes N] [--per-run N] [--most-seconds S]",
        description = "Kills nodes of runs at random moments and compares the runs with their serial digests.")
public final class NodeKills implements Callable<Integer> {
    private static final List<String> ALGORITHMS = List.of("a2c", "ppo", "dqn");

    @Spec
    private CommandSpec spec;

    @Option(names = "--kills", description = "Number of nodes to kill, by SIGKILL; default 100.")
    private int kills = 100;

    @Option(names = "--seed", description = "Seed of moments and nodes; default 1.")
    private long seed = 1;

    @Option(names = "--nodes", description = "Node processes of each run, 256 MB each; default 3.")
    private int nodes = 3;

    @Option(names = "--per-run", description = "Kills in each run; default 5.")
    private int perRun = 5;

    @Option(names = "--most-seconds", description = "Maximum of the median recovery; default 3.")
    private double mostSeconds = 3;

    private final List<Long> detections = new ArrayList<>();
    private final List<Recovery> recoveries = new ArrayList<>();
    private int killed;
    private int equal;
    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new NodeKills()).execute(args)); // threads that hang must not keep the process
    }

    @Override
    public Integer call() throws Exception {
        if (kills < 1 || nodes < 1 || perRun < 1) {
            throw new ParameterException(spec.commandLine(), "--kills, --nodes and --per-run must be at least 1");
        }
        out = spec.commandLine().getOut();
        RandomStream root = RandomStream.root(seed);
        for (int run = 0; killed < kills; run++) {
            String algorithm = ALGORITHMS.get(run % ALGORITHMS.size());
            int now = Math.min(perRun, kills - killed);
            KilledRun.Result result = new KilledRun(algorithm, run + 1, nodes, now, root.spawn(run)).run();
            killed += now;
            equal += result.equal() ? now : 0;
            detections.addAll(result.detections());
            recoveries.addAll(result.recoveries());
            out.printf(
                    Locale.ROOT,
                    "run %d (%s): %d kills, digests %s; %d of %d; recovery so far %.3f s (median)%n",
                    run + 1,
                    algorithm,
                    result.kills(),
                    result.detail(),
                    equal,
                    killed,
                    Spread.ofNanos(recoveryTimes()).median());
            out.flush();
        }
        return report() && equal == kills ? 0 : 1;
    }

    /** Returns detection plus re-run of the nodes that had columns left; the others had delivered all of theirs. */
    private List<Long> recoveryTimes() {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < recoveries.size(); i++) {
            if (recoveries.get(i).columns() > 0) {
                times.add(detections.get(i) + recoveries.get(i).rerun());
            }
        }
        return times;
    }

    private boolean report() {
        List<Long> reruns = recoveries.stream()
                .filter(each -> each.columns() > 0)
                .map(Recovery::rerun)
                .toList();
        Spread recovery = Spread.ofNanos(recoveryTimes());
        boolean kept = !(recovery.median() > mostSeconds);
        out.println(Spread.header());
        out.println(Spread.ofNanos(detections).line("detection"));
        out.println(Spread.ofNanos(reruns).line("re-run"));
        out.println(recovery.line("recovery"));
        out.printf(
                Locale.ROOT,
                "%d kills: %d digests equal; recovery median %.3f s, at most %.0f s: %s%n",
                kills,
                equal,
                recovery.median(),
                mostSeconds,
                kept ? "kept" : "MISSED");
        out.flush();
        return kept;
    }
}
