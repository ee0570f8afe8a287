package io.htsrl.benchmarks.damages;

import io.htsrl.benchmarks.damages.Damage.Draw;
import io.htsrl.benchmarks.damages.TimedCommand.Result;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Damages run directories at random and runs every command that opens one. A stack trace, a hang, control characters of
 * a file on the terminal, or another result without a word is a failure, told as it happens; it then exits with 1. One
 * thread.
 */
@Command(
        name = "damages",
        sortOptions = false,
        customSynopsis = "benchmarks/run damages [--count N] [--seed S] [--first K] [--limit SECONDS]",
        description = "Damages run directories at random, and runs the commands that open one.")
public final class Damages implements Callable<Integer> {
    private static final int LONGEST_TOLD = 600;

    @Spec
    private CommandSpec spec;

    @Option(names = "--count", description = "Damages; default 500.")
    private int count = 500;

    @Option(names = "--seed", description = "What they are drawn from; default 1.")
    private long seed = 1;

    @Option(names = "--first", description = "The first of them, to see one again; default 0.")
    private int first;

    @Option(names = "--limit", description = "Seconds after which a command counts as hanging; default 120.")
    private long limit = 120;

    private final Map<Damage, Map<Verdict, Integer>> tally = new EnumMap<>(Damage.class);
    private final Map<String, Map<Verdict, Integer>> byCommand = new TreeMap<>();
    private Material material;
    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new Damages()).execute(args)); // threads that hang must not keep the process
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        out = spec.commandLine().getOut();
        material = new Material(Files.createTempDirectory("hts-damages-").toRealPath(), limit);
        material.record();
        Map<Material.Kind, Map<String, Result>> whole = new EnumMap<>(Material.Kind.class);
        for (Material.Kind kind : Material.Kind.values()) {
            material.renew(kind);
            whole.put(kind, results(kind));
            for (Map.Entry<String, Result> result : whole.get(kind).entrySet()) {
                if (result.getValue().code() != 0) {
                    throw new IllegalStateException(result.getKey() + " of a whole run: "
                            + result.getValue().err());
                }
            }
        }
        for (int number = first; number < first + count; number++) {
            damage(number, whole);
        }
        report();
        return byCommand.values().stream()
                        .flatMap(verdicts -> verdicts.keySet().stream())
                        .allMatch(Verdict::good)
                ? 0
                : 1;
    }

    private void damage(int number, Map<Material.Kind, Map<String, Result>> whole)
            throws IOException, InterruptedException {
        Draw draw = new Draw(RandomStream.root(seed).spawn("damage").spawn(number));
        int kindOf = draw.below(10);
        Material.Kind kind =
                kindOf < 6 ? Material.Kind.FINISHED : kindOf < 8 ? Material.Kind.KILLED : Material.Kind.SWEEP;
        material.renew(kind);
        List<Path> files = material.files();
        Path file = files.get(draw.below(files.size()));
        Damage damage = Damage.values()[draw.below(Damage.values().length)];
        damage.apply(file, material.other(file, draw), draw);
        Map<String, Result> results = results(kind);
        results.forEach((command, result) -> {
            Verdict verdict = result.against(whole.get(kind).get(command));
            tally.computeIfAbsent(damage, d -> new EnumMap<>(Verdict.class)).merge(verdict, 1, Integer::sum);
            byCommand
                    .computeIfAbsent(command, c -> new EnumMap<>(Verdict.class))
                    .merge(verdict, 1, Integer::sum);
            if (!verdict.good()) {
                String err = result.err().replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?");
                out.println(number + ": " + verdict + ": " + command + " of a " + kind.folder() + " run whose "
                        + material.copy().relativize(file) + " has " + damage + ": exit " + result.code() + " "
                        + err.substring(0, Math.min(LONGEST_TOLD, err.length())));
                out.flush();
            }
        });
    }

    /** What every command gives of the copy as it is, those that change it last. */
    private Map<String, Result> results(Material.Kind kind) throws IOException, InterruptedException {
        Map<String, Result> results = new LinkedHashMap<>();
        for (List<String> words : commands(kind)) {
            material.clear();
            Result result = TimedCommand.run(words, limit);
            String name = name(words);
            results.put(name, timeless(result).with(product(name)));
        }
        return results;
    }

    private String name(List<String> words) {
        String twin = material.twin().toString();
        return words.get(0)
                + (words.contains("--best") ? " --best" : "")
                + (words.contains("--init-from") ? " --init-from" : "")
                + (words.get(1).equals(twin) ? " (second)" : "");
    }

    private List<List<String>> commands(Material.Kind kind) {
        String run = material.copy().toString();
        String to = material.product().toString();
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("plot", run, "--html", to));
        commands.add(List.of("evaluate", run, "--episodes", "1"));
        if (kind == Material.Kind.SWEEP) {
            commands.add(List.of("sweep", "--out", run));
            return commands;
        }
        commands.add(List.of("play", run, "--episodes", "1", "--max-steps", "20"));
        commands.add(List.of("export", run, "--onnx", to));
        commands.add(List.of("export", run, "--onnx", to, "--best"));
        commands.add(List.of("graph", run));
        commands.add(List.of("diff", run, material.twin().toString()));
        commands.add(List.of("diff", material.twin().toString(), run));
        commands.add(material.train(material.trained(), "--seed", "3", "--total-timesteps", "64", "--init-from", run));
        commands.add(List.of("tensorboard", run, "--replace"));
        commands.add(
                kind == Material.Kind.FINISHED
                        ? List.of("resume", run, "--quiet", "--total-timesteps", "768")
                        : List.of("resume", run, "--quiet"));
        return commands;
    }

    private String product(String command) throws IOException {
        StringBuilder product = new StringBuilder();
        List<Path> files = new ArrayList<>();
        if (Files.isRegularFile(material.product())) {
            files.add(material.product());
        }
        Path events = material.copy().resolve("tensorboard");
        if (command.equals("tensorboard") && Files.isDirectory(events)) {
            try (Stream<Path> all = Files.list(events)) {
                all.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        boolean trains = command.startsWith("train");
        Path digests = (trains ? material.trained() : material.copy()).resolve("digests.jsonl");
        if ((trains || command.equals("resume")) && Files.isRegularFile(digests)) {
            files.add(digests);
        }
        for (Path file : files) {
            if (Files.size(file) < 1 << 24) {
                product.append(Files.readString(file, StandardCharsets.ISO_8859_1)
                                .hashCode())
                        .append('\n');
            }
        }
        return product.toString();
    }

    /** Without the names of event files, which have the time. */
    private static Result timeless(Result result) {
        return new Result(
                result.code(), result.out().replaceAll("tfevents\\.\\d+\\.hts-rl\\.\\d+", "tfevents"), result.err());
    }

    private void report() {
        print("damage", tally);
        print("command", byCommand);
        out.flush();
    }

    private void print(String what, Map<?, Map<Verdict, Integer>> rows) {
        StringBuilder head = new StringBuilder(String.format("%-20s", what));
        for (Verdict verdict : Verdict.values()) {
            head.append(String.format("%12s", verdict.name().toLowerCase(Locale.ROOT)));
        }
        out.println(head);
        rows.forEach((row, verdicts) -> {
            StringBuilder line =
                    new StringBuilder(String.format("%-20s", row.toString().toLowerCase(Locale.ROOT)));
            for (Verdict verdict : Verdict.values()) {
                line.append(String.format("%12d", verdicts.getOrDefault(verdict, 0)));
            }
            out.println(line);
        });
    }
}
