package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.TrainingThroughput;
import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures training throughput over the processor time available: whole cores by {@code taskset} (Zhang et al. 2021,
 * Figure 10), or shares of all cores (Hou et al. 2023, Figure 3).
 */
@Command(
        name = "cores",
        sortOptions = false,
        description =
                "Measures sampling and update rates of training on CartPole-v1 over the number or share of cores.")
final class Cores extends ExperimentCommand {
    private static final String SHAPE = "/hts/0/1/1";
    private static final int ALL = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--algos",
            split = ",",
            description = "Algorithms among ppo, a2c and dqn; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "a2c", "dqn");

    @Option(names = "--cores", split = ",", description = "Numbers of cores; default 1 up to all.")
    private List<Integer> cores = IntStream.rangeClosed(1, ALL).boxed().toList();

    @Option(
            names = "--percent",
            split = ",",
            description =
                    "Shares of all processor time in percent instead of --cores, such as 25,50,75,100. As root by control "
                            + "groups; otherwise only shares that are whole cores.")
    private List<Integer> percents = List.of();

    @Option(names = "--rounds", description = "Runs of each algorithm; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    /** Environment steps and transitions of updates per second of an algorithm. */
    private record Rates(double sampling, double updates) {}

    @Override
    protected void run() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1, not " + rounds);
        check(
                List.of("ppo", "a2c", "dqn").containsAll(algorithms),
                "--algos must be among ppo, a2c and dqn, not " + algorithms);
        check(
                cores.stream().allMatch(each -> each >= 1 && each <= ALL),
                "--cores must be in 1 .. " + ALL + ", not " + cores);
        check(
                percents.stream().allMatch(each -> each >= 1 && each <= 100),
                "--percent must be in 1 .. 100, not " + percents);
        boolean shares = !percents.isEmpty();
        List<Integer> all = shares ? percents : cores;
        MarkdownTable table =
                new MarkdownTable("algorithm", "CPU", "sampling Hz", "update frames/s", "of " + name(all.get(0)));
        ChartFile picture = new ChartFile(
                "Training on CartPole-v1", shares ? "% of " + ALL + " cores" : "cores", "steps per second");
        Map<String, Rates> first = new LinkedHashMap<>();
        for (int each : all) {
            try (CpuShare share = share(each)) {
                measure(share).forEach((algorithm, rates) -> {
                    first.putIfAbsent(algorithm, rates);
                    double base = first.get(algorithm).sampling();
                    table.row(algorithm, share, rates.sampling(), rates.updates(), rates.sampling() / base);
                    picture.add(algorithm, each, rates.sampling());
                });
            }
        }
        print(table);
        draw(picture);
    }

    private String name(int each) {
        return percents.isEmpty() ? each == 1 ? "one core" : each + " cores" : each + " %";
    }

    private CpuShare share(int each) {
        if (percents.isEmpty()) {
            return CpuShare.ofCores(each);
        }
        Optional<CpuShare> share = CpuShare.ofPercent(each, ALL);
        check(
                share.isPresent(),
                "--percent " + each + " is no number of whole cores of " + ALL
                        + ", and no control group can be made: run it as root, or give other shares");
        return share.orElseThrow();
    }

    /** Measures each algorithm in a separate process. */
    private Map<String, Rates> measure(CpuShare share) throws IOException, InterruptedException {
        List<String> java = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-Xshare"))
                .toList());
        java.addAll(List.of("-cp", System.getProperty("java.class.path"), TrainingThroughput.class.getName()));
        java.add("" + rounds);
        algorithms.forEach(algorithm -> java.add(algorithm + SHAPE));
        List<String> command = share.command(java);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Map<String, Rates> rates = new LinkedHashMap<>();
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] words = line.trim().split(" +");
                if (words.length > 2 && words[0].endsWith(SHAPE)) {
                    rates.put(
                            words[0].substring(0, words[0].indexOf('/')),
                            new Rates(Double.parseDouble(words[1]), Double.parseDouble(words[2])));
                }
            }
        }
        if (process.waitFor() != 0 || rates.size() != algorithms.size()) {
            throw new IOException(
                    "the run with " + share + " failed; run it by hand to see why: " + String.join(" ", command));
        }
        return rates;
    }
}
