package io.htsrl.monitor.graph;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.files.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Suggestions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts graph}: draws the flow of data of a run, one to come or a recorded one. One thread. */
@Command(
        name = "graph",
        sortOptions = false,
        header = "Draws the flow of data of a run.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = {"hts graph --algo NAME --env ID [settings of hts train]", "       hts graph RUN"},
        descriptionHeading = "%n",
        description =
                "Which threads there are, what they hand to each other through which buffers and banks, how large "
                        + "these are, and who waits for whom. Of a recorded run with the rates that it has measured. Settings are "
                        + "those of 'hts train'; nothing is run.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts graph --algo ppo --env CartPole-v1 --actors 2",
            "  hts graph runs/mine --format svg --out flow.svg"
        })
public final class GraphCommand implements Callable<Integer> {
    /** What only a run that is made needs. */
    private static final Set<String> OF_RUNS = Set.of("out", "log-interval", "log-all", "quiet");

    private final Schema settings;

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run directory, instead of settings.")
    private Path folder;

    @Option(names = "--format", paramLabel = "NAME", description = "mermaid (default), dot or svg.")
    private String format = Format.MERMAID.toString();

    @Option(names = "--out", paramLabel = "FILE", description = "The file to write; default: the terminal.")
    private Path file;

    @Spec
    private CommandSpec spec;

    private GraphCommand(Schema settings) {
        this.settings = settings;
    }

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public List<CommandLine> commands() {
            Schema settings = CliSettings.schema().without(OF_RUNS);
            return List.of(TrainOptions.commandLine(new GraphCommand(settings), settings));
        }
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(spec.commandLine().getParseResult(), settings, violations);
        check(flags, violations);
        Flow flow = flow(flags, violations);
        String text = Format.named(format).orElseThrow().text(flow);
        if (file == null) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(text);
            out.flush();
        } else {
            WholeFile.write(file, text);
        }
        return ExitCode.OK;
    }

    private void check(Layer flags, Violations violations) {
        violations.check(
                Format.named(format).isPresent(),
                "--format",
                format,
                "must be one of " + String.join(", ", Format.names()),
                Suggestions.didYouMean(format, Format.names()).orElse("give one of them"));
        WholeFile.check("--out", file, violations);
        violations.check(
                folder == null || flags.isEmpty(),
                "RUN",
                folder,
                "must be given without settings: the run has its own",
                "leave one of them out");
        if (folder != null) { // else the settings' mistakes are told with these
            violations.throwIfAny();
        }
    }

    /** @throws ConfigurationException with everything that is wrong */
    private Flow flow(Layer flags, Violations violations) {
        if (folder == null) {
            return RunFlow.of(new ConfigResolver(flags, violations).resolve());
        }
        RunReader reader = RunReader.open(folder);
        Layer layer =
                Layer.ofCommandLine().add(FileChoice.KEY, reader.configFile().toString());
        ResolvedRun run = new ConfigResolver(layer, violations).ofRecordedRun().resolve();
        return Rates.on(RunFlow.of(run), reader, run.config());
    }
}
