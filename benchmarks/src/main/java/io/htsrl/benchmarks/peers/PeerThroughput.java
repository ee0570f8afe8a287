package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.TrainingThroughput;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures training throughput on CartPole-v1 and MinAtar/Breakout-v1 with equal settings, ours and others' in turns.
 */
@Command(
        name = "peers",
        sortOptions = false,
        description =
                "Measures training steps per second on CartPole-v1 and MinAtar, ours and others' in turns, with equal settings.")
final class PeerThroughput extends ExperimentCommand {
    private static final String OURS = "hts-rl";

    /**
     * An environment, and the replicas and steps of an interval.
     *
     * @param name name in tables and options
     * @param algorithms algorithms that are measured
     * @param peers keys of the peers that are measured
     * @param arguments of {@code learners.py}
     * @param changes our flags, see {@link TrainingThroughput#config}
     */
    private record Shape(
            String name, List<String> algorithms, List<String> peers, List<Object> arguments, List<String> changes) {
        static final List<Shape> ALL = List.of(
                new Shape(
                        "16x128",
                        List.of("ppo", "a2c"),
                        Peer.ALL.stream().map(Peer::key).toList(),
                        List.of(),
                        List.of()),
                new Shape(
                        "1024x16",
                        List.of("ppo", "a2c"),
                        List.of("jax"),
                        List.of("--envs", 1024, "--steps", 16),
                        words("--num-envs 1024 --sync-interval 16 --learners auto --total-timesteps 3000000")),
                new Shape(
                        "minatar", // settings and network of presets/ppo/MinAtar.yaml; no sticky actions, as gymnax
                        List.of("ppo"),
                        List.of("jax"),
                        List.of("--env", "MinAtar/Breakout-v1"),
                        words("--env MinAtar/Breakout-v1 --env-option repeat-action-probability=0 --num-envs 64"
                                + " --num-minibatches 8 --learning-rate 5e-3 --learners auto"
                                + " --total-timesteps 300000")));

        private static List<String> words(String flags) {
            return List.of(flags.split(" "));
        }

        RunConfig config(String algorithm, Long steps) {
            List<String> flags = new ArrayList<>(changes);
            if (steps != null) {
                flags.addAll(List.of("--total-timesteps", steps.toString()));
            }
            return TrainingThroughput.config(algorithm + "/hts/0/1/1", flags.toArray(String[]::new));
        }
    }

    @Option(
            names = "--shapes",
            split = ",",
            description =
                    "Shapes among 16x128 (replicas and steps; A2C 16x16), 1024x16 and minatar (Breakout by PPO with "
                            + "a convolution, 64x128); default all.")
    private List<String> shapes = Shape.ALL.stream().map(Shape::name).toList();

    @Option(names = "--algos", split = ",", description = "Algorithms among ppo and a2c; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "a2c");

    @Option(names = "--rounds", description = "Runs of each trainer; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(
            names = "--seconds",
            description = "Seconds of each peer's run after its warm-up; default ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Option(names = "--steps", description = "Steps of each of our runs; default by shape.")
    private Long steps;

    @Option(
            names = "--threads",
            split = ",",
            description = "Numbers of PyTorch threads; the fastest counts; default ${DEFAULT-VALUE}.")
    private List<Integer> threads = List.of(1);

    @Option(
            names = "--only",
            split = ",",
            description = "Keys of peers (sb3, torch, envpool, jax, pufferlib, rllib); default all.")
    private List<String> only = List.of();

    @Mixin
    private PeerPython python;

    private final MarkdownTable table =
            new MarkdownTable("algorithm", "shape", "trainer", "steps/s", "min", "max", "ours / it");

    @Override
    protected void run() throws Exception {
        check(rounds >= 1 && seconds > 0, "--rounds must be at least 1, and --seconds above 0");
        check(List.of("ppo", "a2c").containsAll(algorithms), "--algos must be among ppo and a2c, not " + algorithms);
        List<String> names = Shape.ALL.stream().map(Shape::name).toList();
        check(names.containsAll(shapes), "--shapes must be among " + String.join(", ", names) + ", not " + shapes);
        List<Peer> peers = installed();
        for (Shape shape : Shape.ALL) {
            for (String algorithm : algorithms) {
                if (shapes.contains(shape.name()) && shape.algorithms().contains(algorithm)) {
                    compare(
                            algorithm,
                            shape,
                            peers.stream()
                                    .filter(peer -> peer.algorithms().contains(algorithm)
                                            && shape.peers().contains(peer.key()))
                                    .toList());
                }
            }
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

    private void compare(String algorithm, Shape shape, List<Peer> peers) throws Exception {
        RateRows rates = new RateRows();
        ours(algorithm, shape); // warm-up
        for (int round = 0; round < rounds; round++) {
            rates.add(OURS, ours(algorithm, shape));
            for (Peer peer : peers) {
                rates.add(peer.name(), best(peer, algorithm, shape));
            }
        }
        rates.addTo(table, algorithm, shape.name());
        if (peers.isEmpty()) {
            table.row(algorithm, shape.name(), "others", PeerPython.MISSING, "-", "-", "-");
        }
    }

    private double ours(String algorithm, Shape shape) throws Exception {
        return new Trainer(shape.config(algorithm, steps), TrainingListener.NONE, new RunControl())
                .run()
                .stepsPerSecond();
    }

    private double best(Peer peer, String algorithm, Shape shape) throws IOException, InterruptedException {
        double best = 0;
        for (int count : threads) {
            List<Object> arguments =
                    new ArrayList<>(List.of(peer.key(), algorithm, "--seconds", seconds, "--threads", count));
            arguments.addAll(shape.arguments());
            Map<String, Double> found = python.measure(Peer.PROGRAM, arguments);
            best = Math.max(best, found.get("steps_per_s"));
        }
        return best;
    }
}
