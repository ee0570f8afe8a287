package io.htsrl.papers.reactors;

import io.htsrl.benchmarks.IdleComponents;
import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.benchmarks.peers.PeerPython;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kwok et al. 2023: measures the steps per second of agents in one environment, without learning. */
@Command(
        name = "agents",
        sortOptions = false,
        description =
                "Measures environment steps per second of TrafficJunction-v0, easy, whose agents act by a network.")
final class AgentInference extends ExperimentCommand {
    @Option(names = "--agents", split = ",", description = "Numbers of agents; default ${DEFAULT-VALUE}.")
    private List<Integer> agents = List.of(4, 6, 8, 10);

    @Option(names = "--hidden-size", description = "Units of both hidden layers; default ${DEFAULT-VALUE}.")
    private int hidden = 64;

    @Option(names = "--seconds", description = "Approximate seconds of a run; default ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Option(names = "--rounds", description = "Runs of each; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Mixin
    private PeerPython ray;

    private final MarkdownTable table = new MarkdownTable(
            "agents", "1 environment", "16 environments", "Ray, an actor each", "Ray, one actor", "ratio");
    private final ChartFile picture = new ChartFile("Inference of TrafficJunction", "agents", "steps per second");

    @Override
    protected void run() throws Exception {
        agents.forEach(count -> check(count >= 1 && count <= 100, "--agents must be in 1 .. 100, not " + count));
        check(hidden >= 1 && hidden <= 4096, "--hidden-size must be in 1 .. 4096, not " + hidden);
        check(rounds >= 1 && seconds > 0, "--rounds must be at least 1, and --seconds above 0");
        heading(
                "environment steps/s, two layers of %d units, medians of %d runs; ratio: ours of one environment / Ray's faster way",
                hidden, rounds);
        for (int count : agents) {
            double one = median(count, 1);
            double many = median(count, 16);
            Map<String, Double> found = ray.measure("ray_reactors.py", List.of("agents", count, hidden, seconds));
            double best = found.values().stream().max(Double::compare).orElse(Double.NaN);
            table.row(count, one, many, PeerPython.cell(found, "actors"), PeerPython.cell(found, "one"), one / best);
            picture.add("one environment", "" + count, one).add("16 environments", "" + count, many);
            found.forEach((name, rate) -> picture.add("Ray, " + name, "" + count, rate));
        }
        print(table);
        print("Theirs, Lingua Franca to Ray: 5.12 on average.");
        draw(picture);
    }

    private double median(int count, int environments) throws Exception {
        int rows = count * environments;
        List<String> flags = List.of(
                "--env",
                "TrafficJunction-v0",
                "--env-option",
                "agents=" + count,
                "--num-envs",
                "" + rows,
                "--hidden-sizes",
                hidden + "," + hidden,
                "--executors",
                "1");
        return Observations.median(flags, new IdleComponents(true), 64L * rows, rounds, seconds) / count;
    }
}
