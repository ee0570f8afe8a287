package io.htsrl.cli.zoo;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.Hts;
import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.cli.zoo.ZooEntry.ZooRun;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.trainer.evaluation.Sample;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts zoo}: trained results, each with the settings and digests to make it again. One thread. */
@Command(
        name = "zoo",
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.VersionText.class,
        header = "Lists trained results, and makes each of them again to the bit.",
        synopsisHeading = "%nUsage: ",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Start with:  hts zoo list"})
public final class ZooCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    private ZooCommand() {}

    /** Returns the command with further subcommands. */
    public static CommandLine commandLine(CommandLine... further) {
        CommandLine zoo = new CommandLine(new ZooCommand()).addSubcommand(new ZooAddCommand());
        Stream.of(further).forEach(zoo::addSubcommand);
        Stream.of("play", "evaluate", "export").map(ModelCommand::commandLine).forEach(zoo::addSubcommand);
        return zoo;
    }

    /** Lists the commands. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.MISTAKE;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            header = "Lists the entries, with the mean return of their final policies in 100 greedy episodes.",
            synopsisHeading = "%nUsage: ",
            footer = {"", "Example:  hts zoo list --env CartPole-v1"})
    int list(
            @Mixin ZooCatalogue zoo,
            @Option(names = "--env", paramLabel = "ID", description = "Those of this environment alone.") String env,
            @Option(names = "--algo", paramLabel = "NAME", description = "Those of this algorithm alone.")
                    String algo) {
        PrintWriter out = spec.commandLine().getOut();
        TextTable table = new TextTable().row("ID", "ENVIRONMENT", "ALGO", "SEEDS", "STEPS", "RETURN (95 % CI)");
        List<ZooEntry> entries = zoo.entries().stream()
                .filter(entry -> env == null || isOf(env, entry))
                .filter(entry -> algo == null || algo.equals(entry.algo()))
                .toList();
        entries.forEach(entry -> table.row(
                entry.id(),
                entry.env(),
                entry.algo(),
                Integer.toString(entry.runs().size()),
                Numbers.text("%,d", entry.runs().get(0).outcome().timesteps()),
                MeanWithInterval.of(entry.returns()).toString()));
        if (entries.isEmpty()) {
            out.println("no such entries"
                    + near(env, zoo.entries().stream().map(ZooEntry::env))
                    + near(algo, zoo.entries().stream().map(ZooEntry::algo)));
        } else {
            table.print(out);
        }
        out.flush();
        return ExitCode.OK;
    }

    /** Returns whether an environment's name is that of an entry, with or without its provider's prefix. */
    private static boolean isOf(String env, ZooEntry entry) {
        return env.equals(entry.env().substring(entry.env().indexOf(':') + 1)) || env.equals(entry.env());
    }

    /** Suggests an entry for a misspelt name; empty if no entry has a similar one. */
    private static String near(String name, Stream<String> all) {
        List<String> names = all.distinct().toList();
        return name == null || names.contains(name)
                ? ""
                : Suggestions.didYouMean(name, names).map(text -> "; " + text).orElse("");
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            header = "Shows an entry: the results of each seed, the curve, the software and the settings.",
            description =
                    "%nThe return is the mean of 100 greedy episodes of the final policy, that in training of the last "
                            + "100 episodes.",
            synopsisHeading = "%nUsage: ",
            footer = {"", "Example:  hts zoo show ppo-CartPole-v1"})
    int show(@Mixin ZooCatalogue zoo, @Parameters(paramLabel = "ID", description = "An entry.") String id) {
        ZooEntry entry = zoo.entry(id);
        PrintWriter out = spec.commandLine().getOut();
        out.println(entry.title());
        JsonNode software = entry.software();
        out.println(ShownText.of("made by hts-rl " + RunFacts.build(software.path("hts_rl")) + ", "
                + software.path("started").asText() + ", Java "
                + software.at("/java/version").asText() + ", "
                + software.at("/cpu/model").asText()));
        String packages = software.path(Manifest.ENVIRONMENT_SOFTWARE).properties().stream()
                .map(each -> each.getKey() + " " + each.getValue().asText())
                .collect(Collectors.joining(", "));
        if (!packages.isEmpty()) {
            out.println(ShownText.of("environment: " + packages));
        }
        TextTable table = new TextTable().row("SEED", "STEPS", "RETURN", "IN TRAINING", "SECONDS", "DIGEST");
        entry.runs().forEach(run -> row(run, table));
        table.print(out);
        double[] returns = entry.returns();
        out.println("mean (95 % CI) " + MeanWithInterval.of(returns) + ", interquartile mean "
                + Numbers.ofReturn(Sample.interquartileMean(returns), 2));
        entry.peers()
                .forEach(peer -> out.println(
                        "reported elsewhere: " + Numbers.ofReturn(peer.meanReturn(), 2) + ", " + peer.source()));
        TerminalCurve.print(entry.curves(), out);
        out.println();
        entry.settings().lines().map(ShownText::of).forEach(out::println);
        out.println();
        out.println("again: " + ShellWords.hts("zoo", "reproduce", entry.id()));
        out.println("picture: " + ShellWords.hts("plot", "--zoo", entry.id(), "--out", entry.id() + ".png"));
        out.flush();
        return ExitCode.OK;
    }

    private static void row(ZooRun run, TextTable table) {
        table.row(
                Long.toString(run.seed()),
                Numbers.text("%,d", run.outcome().timesteps()),
                Numbers.ofReturn(run.evaluation(), 2),
                Numbers.ofReturn(run.outcome().meanReturn100(), 2),
                Numbers.decimal(run.outcome().wallSeconds(), 1),
                run.outcome().digest());
    }

    /** Runs the command of the same name on an entry's model. One thread. */
    @Command
    private static final class ModelCommand extends PlainCommand {
        @Mixin
        private ZooCatalogue zoo;

        @Parameters(index = "0", paramLabel = "ID", description = "An entry.")
        private String id;

        @Parameters(index = "1..*", paramLabel = "FLAG", description = "Flags of that command.")
        private List<String> flags = List.of();

        /** @param name of the command */
        static CommandLine commandLine(String name) {
            CommandLine command = new CommandLine(new ModelCommand()).setStopAtPositional(true);
            command.getCommandSpec()
                    .name(name)
                    .usageMessage()
                    .header("Runs 'hts " + name + "' on the model of an entry's first seed.")
                    .footer("  hts zoo " + name + " ppo-CartPole-v1");
            return command;
        }

        @Override
        public Integer call() {
            List<String> others = new ArrayList<>(flags);
            int from = others.indexOf(ZooCatalogue.FROM); // the flags behind ID are those of the other command
            if (from >= 0 && from + 1 < others.size()) {
                zoo.from(Path.of(others.remove(from + 1)));
                others.remove(from);
            }
            ZooEntry entry = zoo.entry(id);
            String run = entry.unpack(entry.runs().get(0), true).folder().toString();
            String[] words = Stream.concat(Stream.of(spec().name(), run), others.stream())
                    .toArray(String[]::new);
            CommandLine self = spec().commandLine();
            return Hts.program(words)
                    .setOut(self.getOut())
                    .setErr(self.getErr())
                    .execute(words);
        }
    }

    /** Draws the mean of learning curves with letters, for any terminal. Stateless, any thread. */
    private static final class TerminalCurve {
        private static final int COLUMNS = 60;
        private static final int ROWS = 10;

        private TerminalCurve() {}

        /** Prints the curve, if one exists: the mean over the seeds whose episodes have begun to end by then. */
        static void print(List<NavigableMap<Double, Double>> curves, PrintWriter out) {
            double end = curves.stream()
                    .filter(curve -> !curve.isEmpty())
                    .mapToDouble(NavigableMap::lastKey)
                    .max()
                    .orElse(0);
            double[] means = IntStream.rangeClosed(1, COLUMNS)
                    .mapToDouble(column -> mean(curves, end * column / COLUMNS))
                    .toArray();
            double low = Arrays.stream(means).filter(Double::isFinite).min().orElse(Double.NaN);
            double high = Arrays.stream(means).filter(Double::isFinite).max().orElse(Double.NaN);
            if (end == 0 || Double.isNaN(low)) {
                return;
            }
            out.println("return in training, mean over seeds:");
            for (int row = ROWS - 1; row >= 0; row--) {
                String label = row == ROWS - 1 || row == 0 ? Numbers.ofReturn(row == 0 ? low : high, 2) : "";
                out.println(Numbers.text("%12s |", label) + row(means, low, high, row));
            }
            out.println(Numbers.text("%12s +%s", "", "-".repeat(COLUMNS)));
            out.println(Numbers.text("%12s  0%" + (COLUMNS - 1) + "s", "", Numbers.text("%,.0f steps", end)));
        }

        private static double mean(List<NavigableMap<Double, Double>> curves, double moment) {
            return Sample.mean(curves.stream()
                    .map(curve -> curve.floorEntry(moment))
                    .filter(Objects::nonNull)
                    .mapToDouble(Map.Entry::getValue)
                    .toArray());
        }

        private static String row(double[] means, double low, double high, int row) {
            StringBuilder text = new StringBuilder();
            for (double mean : means) {
                double part = high > low ? (mean - low) / (high - low) : 1; // NaN before the first episode
                text.append(Math.rint(part * (ROWS - 1)) == row ? '*' : ' ');
            }
            return text.toString().stripTrailing();
        }
    }
}
