package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.TrainingThroughput;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures training throughput on CartPole-v1 with equal settings, ours and others' in turns. */
@Command(
        name = "peers",
        sortOptions = false,
        description =
                "Measures training steps per second on CartPole-v1, ours and others' in turns, with equal settings.")
final class PeerThroughput extends ExperimentCommand {
    private static final String OURS = "hts-rl";

    @Option(names = "--algos", split = ",", description = "Algorithms among ppo and a2c; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "a2c");

    @Option(names = "--rounds", description = "Runs of each trainer; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(
            names = "--seconds",
            description = "Seconds of each peer's run after its warm-up; default ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Option(
            names = "--threads",
            split = ",",
            description = "Numbers of PyTorch threads; the fastest counts; default ${DEFAULT-VALUE}.")
    private List<Integer> threads = List.of(1);

    @Option(
            names = "--only",
            split = ",",
            description = "Keys of peers (sb3, torch, envpool, jax, rllib); default all.")
    private List<String> only = List.of();

    @Mixin
    private PeerPython python;

    private final MarkdownTable table = new MarkdownTable("algorithm", "trainer", "steps/s", "min", "max", "ours / it");

    @Override
    protected void run() throws Exception {
        check(rounds >= 1 && seconds > 0, "--rounds must be at least 1, and --seconds above 0");
        check(List.of("ppo", "a2c").containsAll(algorithms), "--algos must be among ppo and a2c, not " + algorithms);
        List<Peer> peers = installed();
        for (String algorithm : algorithms) {
            compare(
                    algorithm,
                    peers.stream()
                            .filter(peer -> peer.algorithms().contains(algorithm))
                            .toList());
        }
        print(table);
    }

    /** Prints the versions of all peers and returns those that are installed. */
    private List<Peer> installed() throws IOException, InterruptedException {
        List<Peer> peers = new ArrayList<>();
        for (Peer peer : Peer.ALL) {
            if (python.given() && (only.isEmpty() || only.contains(peer.key()))) {
                var versions = python.lastLine(Peer.PROGRAM, List.of(peer.key(), "--version"));
                heading("%s: %s", peer.name(), versions.orElse("not installed"));
                versions.ifPresent(line -> peers.add(peer));
            }
        }
        return peers;
    }

    private void compare(String algorithm, List<Peer> peers) throws Exception {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        ours(algorithm); // warm-up
        for (int round = 0; round < rounds; round++) {
            rates.computeIfAbsent(OURS, name -> new ArrayList<>()).add(ours(algorithm));
            for (Peer peer : peers) {
                rates.computeIfAbsent(peer.name(), name -> new ArrayList<>()).add(best(peer, algorithm));
            }
        }
        rates.values().forEach(list -> list.sort(Double::compare));
        double median = rates.get(OURS).get(rounds / 2);
        rates.forEach((name, list) -> table.row(
                algorithm,
                name,
                list.get(rounds / 2),
                list.get(0),
                list.get(rounds - 1),
                median / list.get(rounds / 2)));
        if (peers.isEmpty()) {
            table.row(algorithm, "others", PeerPython.MISSING, "-", "-", "-");
        }
    }

    private static double ours(String algorithm) throws Exception {
        return new Trainer(TrainingThroughput.config(algorithm + "/hts/0/1/1"), TrainingListener.NONE, new RunControl())
                .run()
                .stepsPerSecond();
    }

    private double best(Peer peer, String algorithm) throws IOException, InterruptedException {
        double best = 0;
        for (int count : threads) {
            Map<String, Double> found = python.measure(
                    Peer.PROGRAM, List.of(peer.key(), algorithm, "--seconds", seconds, "--threads", count));
            best = Math.max(best, found.get("steps_per_s"));
        }
        return best;
    }
}
