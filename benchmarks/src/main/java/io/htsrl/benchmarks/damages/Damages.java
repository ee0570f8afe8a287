package io.htsrl.benchmarks.damages;

import io.htsrl.benchmarks.damages.Damage.RandomDraws;
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
 * a file on the terminal, or another result without a message is a failure. Failures are printed as they happen; the
 * program then exits with 1. One thread.
 */
@Command(
        name = "damages",
        sortOptions = false,
        customSynopsis = "benchmarks/run damages [--count N] [--seed S] [--first K] [--limit SECONDS]",
        description = "Damages run directories at random and runs every command that opens one.")
public final class Damages implements Callable<Integer> {
    private static final int LONGEST_MESSAGE = 600;

    @Spec
    private CommandSpec spec;

    @Option(names = "--count", description = "Number of damages; default 500.")
    private int count = 500;

    @Option(names = "--seed", description = "Seed of the damages; default 1.")
    private long seed = 1;

    @Option(names = "--first", description = "Number of the first damage, to repeat one; default 0.")
    private int first;

    @Option(names = "--limit", description = "Seconds after which a command counts as hung; default 120.")
    private long limit = 120;

    private final Map<Damage, Map<Verdict, Integer>> tally = new EnumMap<>(Damage.class);
    private final Map<String, Map<Verdict, Integer>> byCommand = new TreeMap<>();
    private RunFolders folders;
    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new Damages()).execute(args)); // threads that hang must not keep the process
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        out = spec.commandLine().getOut();
        folders = new RunFolders(Files.createTempDirectory("hts-damages-").toRealPath(), limit);
        folders.record();
        Map<RunFolders.Kind, Map<String, Result>> whole = new EnumMap<>(RunFolders.Kind.class);
        for (RunFolders.Kind kind : RunFolders.Kind.values()) {
            folders.renew(kind);
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
                        .allMatch(Verdict::passes)
                ? 0
                : 1;
    }

    private void damage(int number, Map<RunFolders.Kind, Map<String, Result>> whole)
            throws IOException, InterruptedException {
        RandomDraws draws =
                new RandomDraws(RandomStream.root(seed).spawn("damage").spawn(number));
        int kindDraw = draws.below(10);
        RunFolders.Kind kind =
                kindDraw < 6 ? RunFolders.Kind.FINISHED : kindDraw < 8 ? RunFolders.Kind.KILLED : RunFolders.Kind.SWEEP;
        folders.renew(kind);
        List<Path> files = folders.files();
        Path file = files.get(draws.below(files.size()));
        Damage damage = Damage.values()[draws.below(Damage.values().length)];
        damage.apply(file, folders.other(file, draws), draws);
        Map<String, Result> results = results(kind);
        results.forEach((command, result) -> {
            Verdict verdict = result.compareWith(whole.get(kind).get(command));
            tally.computeIfAbsent(damage, d -> new EnumMap<>(Verdict.class)).merge(verdict, 1, Integer::sum);
            byCommand
                    .computeIfAbsent(command, c -> new EnumMap<>(Verdict.class))
                    .merge(verdict, 1, Integer::sum);
            if (!verdict.passes()) {
                String err = result.err().replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?");
                out.println(number + ": " + verdict + ": " + command + " of a " + kind.folder() + " run whose "
                        + folders.copy().relativize(file) + " has " + damage + ": exit " + result.code() + " "
                        + err.substring(0, Math.min(LONGEST_MESSAGE, err.length())));
                out.flush();
            }
        });
    }

    /** Runs every command on the copy as it is, those that change it last, and returns their results. */
    private Map<String, Result> results(RunFolders.Kind kind) throws IOException, InterruptedException {
        Map<String, Result> results = new LinkedHashMap<>();
        for (List<String> words : commands(kind)) {
            folders.clear();
            Result result = TimedCommand.run(words, limit);
            String name = name(words);
            results.put(name, withoutTimes(result).with(product(name)));
        }
        return results;
    }

    private String name(List<String> words) {
        String twin = folders.twin().toString();
        return words.get(0)
                + (words.contains("--best") ? " --best" : "")
                + (words.contains("--init-from") ? " --init-from" : "")
                + (words.get(1).equals(twin) ? " (second)" : "");
    }

    private List<List<String>> commands(RunFolders.Kind kind) {
        String run = folders.copy().toString();
        String to = folders.product().toString();
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("plot", run, "--html", to));
        commands.add(List.of("evaluate", run, "--episodes", "1"));
        if (kind == RunFolders.Kind.SWEEP) {
            commands.add(List.of("sweep", "--out", run));
            return commands;
        }
        commands.add(List.of("play", run, "--episodes", "1", "--max-steps", "20"));
        commands.add(List.of("export", run, "--onnx", to));
        commands.add(List.of("export", run, "--onnx", to, "--best"));
        commands.add(List.of("graph", run));
        commands.add(List.of("diff", run, folders.twin().toString()));
        commands.add(List.of("diff", folders.twin().toString(), run));
        commands.add(folders.train(folders.trained(), "--seed", "3", "--total-timesteps", "64", "--init-from", run));
        commands.add(List.of("tensorboard", run, "--replace"));
        commands.add(
                kind == RunFolders.Kind.FINISHED
                        ? List.of("resume", run, "--quiet", "--total-timesteps", "768")
                        : List.of("resume", run, "--quiet"));
        return commands;
    }

    private String product(String command) throws IOException {
        StringBuilder product = new StringBuilder();
        List<Path> files = new ArrayList<>();
        if (Files.isRegularFile(folders.product())) {
            files.add(folders.product());
        }
        Path events = folders.copy().resolve("tensorboard");
        if (command.equals("tensorboard") && Files.isDirectory(events)) {
            try (Stream<Path> all = Files.list(events)) {
                all.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        boolean trains = command.startsWith("train");
        Path digests = (trains ? folders.trained() : folders.copy()).resolve("digests.jsonl");
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

    /** Replaces the names of event files, which contain the time. */
    private static Result withoutTimes(Result result) {
        return new Result(
                result.code(), result.out().replaceAll("tfevents\\.\\d+\\.hts-rl\\.\\d+", "tfevents"), result.err());
    }

    private void report() {
        print("damage", tally);
        print("command", byCommand);
        out.flush();
    }

    private void print(String label, Map<?, Map<Verdict, Integer>> rows) {
        StringBuilder head = new StringBuilder(String.format("%-20s", label));
        for (Verdict verdict : Verdict.values()) {
            head.append(String.format("%20s", verdict.name().toLowerCase(Locale.ROOT)));
        }
        out.println(head);
        rows.forEach((row, verdicts) -> {
            StringBuilder line =
                    new StringBuilder(String.format("%-20s", row.toString().toLowerCase(Locale.ROOT)));
            for (Verdict verdict : Verdict.values()) {
                line.append(String.format("%20d", verdicts.getOrDefault(verdict, 0)));
            }
            out.println(line);
        });
    }
}
