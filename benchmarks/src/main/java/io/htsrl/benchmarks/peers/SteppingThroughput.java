package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures random stepping of CartPole-v1 on one thread, ours and EnvPool's in turns. The draw of the actions and the
 * resets count. Our step that ends an episode also resets; EnvPool takes one more step for it, which counts as well.
 */
@Command(
        name = "stepping",
        sortOptions = false,
        description = "Measures random steps per second of CartPole-v1 on one thread, with the draw of the actions.")
final class SteppingThroughput extends ExperimentCommand {
    private static final String PROGRAM = "stepping.py";
    private static final String PEER = "envpool";
    private static final int SEED = 1;
    private static final int STEPS_BETWEEN_LOOKS = 10; // at the clock

    @Option(names = "--envs", split = ",", description = "Numbers of replicas; default ${DEFAULT-VALUE}.")
    private List<Integer> counts = List.of(1024, 4096);

    @Option(names = "--rounds", description = "Runs of each; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(names = "--seconds", description = "Seconds of each run; default ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Mixin
    private PeerPython python;

    private final MarkdownTable table =
            new MarkdownTable("replicas", "steps by", "steps/s", "min", "max", "ours, batched / it");

    @Override
    protected void run() throws Exception {
        check(rounds >= 1 && seconds > 0, "--rounds must be at least 1, and --seconds above 0");
        check(counts.stream().allMatch(count -> count >= 1), "--envs must be at least 1, not " + counts);
        Optional<String> version = python.lastLine(PROGRAM, List.of(PEER, "--version"));
        heading(
                "EnvPool: %s; one thread each; the draw of the actions is measured, too",
                version.orElse("not installed"));
        for (int count : counts) {
            compare(count, version.isPresent());
        }
        print(table);
    }

    private void compare(int count, boolean withPeer) throws Exception {
        RandomReplicas batched = new RandomReplicas(count, true, SEED);
        RandomReplicas plain = new RandomReplicas(count, false, SEED);
        rate(batched, count); // warm-up
        rate(plain, count);
        RateRows rates = new RateRows();
        for (int round = 0; round < rounds; round++) {
            rates.add("hts-rl, batched", rate(batched, count));
            rates.add("hts-rl, plain", rate(plain, count));
            if (withPeer) {
                var found = python.measure(PROGRAM, List.of(PEER, "--envs", count, "--seconds", seconds));
                rates.add("EnvPool", found.get("steps_per_s"));
            }
        }
        rates.addTo(table, count);
        if (!withPeer) {
            table.row(count, "EnvPool", PeerPython.MISSING, "-", "-", "-");
        }
    }

    private double rate(RandomReplicas replicas, int count) {
        long start = System.nanoTime();
        long steps = 0;
        double wall;
        do {
            for (int i = 0; i < STEPS_BETWEEN_LOOKS; i++) {
                replicas.step();
            }
            steps += (long) STEPS_BETWEEN_LOOKS * count;
            wall = (System.nanoTime() - start) / 1e9;
        } while (wall < seconds);
        return steps / wall;
    }
}
