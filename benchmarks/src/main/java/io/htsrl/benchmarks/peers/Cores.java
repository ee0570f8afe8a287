package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.TrainingThroughput;
import io.htsrl.benchmarks.replay.Experiment;
import io.htsrl.benchmarks.replay.Picture;
import io.htsrl.benchmarks.replay.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Zhang et al. 2021, Figure 10: training throughput over the cores that a process may use, by {@code taskset}. */
@Command(
        name = "cores",
        sortOptions = false,
        description = "Steps per second of training on CartPole-v1, over the cores that taskset leaves.")
final class Cores extends Experiment {
    @Option(names = "--algos", split = ",", description = "Of ppo, a2c and dqn; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "a2c", "dqn");

    @Option(names = "--cores", split = ",", description = "How many; default 1 up to all there are.")
    private List<Integer> cores = IntStream.rangeClosed(1, Runtime.getRuntime().availableProcessors())
            .boxed()
            .toList();

    @Option(names = "--rounds", description = "Of each, of which medians are given; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    private final Table table = new Table("algorithm", "cores", "steps/s", "of one core");
    private final Picture picture = new Picture("Training on CartPole-v1 over cores", "cores", "steps per second");

    @Override
    protected void run() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1, not " + rounds);
        check(List.of("ppo", "a2c", "dqn").containsAll(algorithms), "--algos must be of ppo, a2c and dqn");
        check(
                cores.stream()
                        .allMatch(each ->
                                each >= 1 && each <= Runtime.getRuntime().availableProcessors()),
                "--cores must be in 1 .. " + Runtime.getRuntime().availableProcessors() + ", not " + cores);
        Map<String, Double> first = new LinkedHashMap<>();
        for (int count : cores) {
            measured(count).forEach((algorithm, rate) -> {
                first.putIfAbsent(algorithm, rate);
                table.row(algorithm, count, rate, rate / first.get(algorithm));
                picture.add(algorithm, count, rate);
            });
        }
        print(table);
        draw(picture);
    }

    /** Steps per second of each algorithm, in a process of its own. */
    private Map<String, Double> measured(int count) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("taskset", "-c", "0-" + (count - 1)));
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-Xshare"))
                .toList());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TrainingThroughput.class.getName()));
        command.add("" + rounds);
        algorithms.forEach(algorithm -> command.add(algorithm + "/hts/0/1/1"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Map<String, Double> rates = new LinkedHashMap<>();
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.trim().split(" +");
                if (words.length > 1 && words[0].endsWith("/hts/0/1/1")) {
                    rates.put(words[0].substring(0, words[0].indexOf('/')), Double.valueOf(words[1]));
                }
            }
        }
        if (process.waitFor() != 0 || rates.size() != algorithms.size()) {
            throw new IOException("the run on " + count + " cores failed; ask why: " + String.join(" ", command));
        }
        return rates;
    }
}
