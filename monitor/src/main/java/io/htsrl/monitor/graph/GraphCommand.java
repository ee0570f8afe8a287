package io.htsrl.monitor.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.monitor.graph.Flow.Link.Measure;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts graph}: draws the data flow of a planned or a recorded run. One thread. */
@Command(
        name = "graph",
        header = "Draws the flow of data of a run.",
        customSynopsis = {"hts graph --algo NAME --env ID [settings of hts train]", "       hts graph RUN"},
        description =
                "Draws the threads, the buffers and banks through which they pass data, the sizes of these, and the "
                        + "threads that each waits for; for a recorded run also the rates that it measured. Takes the "
                        + "settings of 'hts train', and runs nothing.",
        footer = {
            "  hts graph --algo ppo --env CartPole-v1 --actors 2",
            "  hts graph runs/mine --format svg --out flow.svg"
        })
public final class GraphCommand extends SettingsCommand {
    /** Keys of settings that affect only a real run. */
    private static final Set<String> OF_RUNS = Set.of("out", "log-interval", "log-all", "quiet");

    /** Formats by name: text for Markdown pages, and a picture with real text. */
    private static final SortedMap<String, Function<Flow, String>> FORMATS =
            new TreeMap<>(Map.of("mermaid", MermaidText::of, "svg", SvgText::of));

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run directory, instead of settings.")
    private Path folder;

    @Option(names = "--format", paramLabel = "NAME", description = "mermaid (default) or svg.")
    private String format = "mermaid";

    @Option(names = "--out", paramLabel = "FILE", description = "The file to write; default: the terminal.")
    private Path file;

    public GraphCommand() {
        super(CliSettings.schema().without(OF_RUNS));
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        check(flags, violations);
        Flow flow = flow(flags, violations);
        String text = FORMATS.get(format).apply(flow);
        if (file == null) {
            PrintWriter out = out();
            out.print(text);
            out.flush();
        } else {
            WholeFile.write(file, text);
        }
        return ExitCode.OK;
    }

    private void check(Layer flags, Violations violations) {
        violations.check(
                FORMATS.containsKey(format),
                "--format",
                format,
                "must be one of " + String.join(", ", FORMATS.keySet()),
                Suggestions.didYouMean(format, FORMATS.keySet()).orElse("give one of them"));
        WholeFile.check("--out", file, violations);
        violations.check(
                folder == null || flags.isEmpty(),
                "RUN",
                folder,
                "must be given without settings: the run has its own",
                "leave one of them out");
        if (folder != null) { // otherwise the settings' violations are reported with these
            violations.throwIfAny();
        }
    }

    /** @throws ConfigurationException with all violations */
    private Flow flow(Layer flags, Violations violations) {
        if (folder == null) {
            return RunFlow.of(new ConfigResolver(flags, violations).resolve());
        }
        RunReader reader = RunReader.open(folder);
        Layer layer = FileChoice.of(Layer.ofCommandLine(), reader.configFile());
        ResolvedRun run = new ConfigResolver(layer, violations)
                .ofRecordedRun()
                .withSpaces(reader.spaces())
                .resolve();
        reader.changes("config.yaml", "metrics.jsonl").forEach(this::warn);
        return Rates.on(RunFlow.of(run), reader, run.config());
    }

    /** Adds the measurements of a recorded run, as means over its time, to its flow. Stateless, any thread. */
    private static final class Rates {

        private Rates() {}

        /** Returns {@code flow} with the rates of its run; of an unfinished run with those known so far. */
        static Flow on(Flow flow, RunReader run, RunConfig config) {
            Optional<JsonNode> summary =
                    run.summary().filter(node -> node.path("wall_seconds").asDouble() > 0);
            if (summary.isPresent()) {
                return flow.with(rates(summary.get(), config), role -> busy(summary.get(), role, config));
            }
            List<JsonNode> lines = run.metrics();
            return lines.isEmpty() ? flow : flow.with(rates(lines.get(lines.size() - 1), config), role -> null);
        }

        private static Map<Measure, String> rates(JsonNode totals, RunConfig config) {
            Map<Measure, String> rates = new EnumMap<>(Measure.class);
            double seconds = totals.path("wall_seconds").asDouble();
            double steps = totals.path("timesteps").asDouble();
            if (seconds <= 0) {
                return rates;
            }
            rates.put(Measure.STEPS, each(steps / seconds, "steps"));
            rates.put(Measure.SWAPS, each(steps / config.pipeline().stepsPerInterval() / seconds, ""));
            config.updatesPerStep()
                    .ifPresent(utd -> rates.put(Measure.UPDATES, each(utd.value() * steps / seconds, "updates")));
            double batches = 0;
            double served = 0;
            for (Map.Entry<String, JsonNode> size : totals.path("batch_sizes").properties()) {
                batches += size.getValue().asDouble();
                served += size.getValue().asDouble() * Double.parseDouble(size.getKey());
            }
            if (batches > 0) {
                rates.put(
                        Measure.FORWARDS,
                        each(batches / seconds, "batches") + " of " + Numbers.decimal(served / batches, 1));
            }
            return rates;
        }

        private static String each(double perSecond, String what) {
            String number = Numbers.decimal(perSecond, perSecond < 10 ? 1 : 0);
            return number + (what.isEmpty() ? "/s" : " " + what + "/s");
        }

        /** Returns the fraction of their time that threads of a role worked; null where the run does not record it. */
        private static String busy(JsonNode summary, String role, RunConfig config) {
            JsonNode shares = summary.path("utilisation");
            if (!shares.path(role).isNumber()) {
                return null;
            }
            boolean actsToo = role.equals(RunFlow.EXECUTOR) && config.pipeline().actors() == 0;
            double share = shares.path(role).asDouble()
                    + (actsToo ? shares.path(RunFlow.ACTOR).asDouble() : 0);
            return "busy " + Numbers.decimal(100 * share, 0) + " %";
        }
    }
}
