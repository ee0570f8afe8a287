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
 * Training throughput over what a process may have of the processor: whole cores by {@code taskset} (Zhang et al. 2021,
 * Figure 10), or shares of all (Hou et al. 2023, Figure 3).
 */
@Command(
        name = "cores",
        sortOptions = false,
        description =
                "Sampling and update rates of training on CartPole-v1, over the cores, or the share of them, that it has.")
final class Cores extends ExperimentCommand {
    private static final String SHAPE = "/hts/0/1/1";
    private static final int ALL = Runtime.getRuntime().availableProcessors();

    @Option(names = "--algos", split = ",", description = "Of ppo, a2c and dqn; default ${DEFAULT-VALUE}.")
    private List<String> algorithms = List.of("ppo", "a2c", "dqn");

    @Option(names = "--cores", split = ",", description = "How many; default 1 up to all there are.")
    private List<Integer> cores = IntStream.rangeClosed(1, ALL).boxed().toList();

    @Option(
            names = "--percent",
            split = ",",
            description =
                    "Instead: shares of all processor time, such as 25,50,75,100. As root, by a control group's quota; "
                            + "otherwise those alone that are whole cores.")
    private List<Integer> percents = List.of();

    @Option(names = "--rounds", description = "Of each, of which medians are given; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    /** Of an algorithm: environment steps, and transitions learnt from, per second. */
    private record Rates(double sampling, double updates) {}

    @Override
    protected void run() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1, not " + rounds);
        check(List.of("ppo", "a2c", "dqn").containsAll(algorithms), "--algos must be of ppo, a2c and dqn");
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
                measured(share).forEach((algorithm, rates) -> {
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
                "--percent " + each + ": it must be a number of whole cores of " + ALL
                        + " where no control group may be made; run it as root, or give others");
        return share.orElseThrow();
    }

    /** Rates of each algorithm, in a process of its own. */
    private Map<String, Rates> measured(CpuShare share) throws IOException, InterruptedException {
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
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.trim().split(" +");
                if (words.length > 2 && words[0].endsWith(SHAPE)) {
                    rates.put(
                            words[0].substring(0, words[0].indexOf('/')),
                            new Rates(Double.parseDouble(words[1]), Double.parseDouble(words[2])));
                }
            }
        }
        if (process.waitFor() != 0 || rates.size() != algorithms.size()) {
            throw new IOException("the run with " + share + " failed; ask why: " + String.join(" ", command));
        }
        return rates;
    }
}
