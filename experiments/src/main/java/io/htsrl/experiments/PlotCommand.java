package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts plot}: the learning curves of recorded runs, as a picture. One thread. */
@Command(
        name = "plot",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        header = "Draws the learning curves of runs.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = "One line for each run: the mean episode return of the last 100 training episodes. Runs that "
                + "are still going have the line so far.",
        footerHeading = "%nExample:%n",
        footer = "  hts plot runs/a runs/b --out curves.png --x minutes")
public final class PlotCommand implements Callable<Integer> {
    private static final String STEPS = "steps";
    private static final String MINUTES = "minutes";

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories.")
    private List<Path> runs;

    @Option(
            names = {"--out", "--output"},
            order = 0,
            paramLabel = "FILE",
            required = true,
            description = "The picture, whose name ends in .png; an .svg of that name is written beside it.")
    private Path output;

    @Option(names = "--x", order = 1, paramLabel = "AXIS", description = "steps (default) or minutes.")
    private String x = STEPS;

    @Spec
    private CommandSpec spec;

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public List<CommandLine> commands() {
            return List.of(new CommandLine(new PlotCommand()));
        }
    }

    @Override
    public Integer call() {
        check();
        List<Row> rows = new ArrayList<>();
        for (Path run : runs) {
            rows.addAll(curve(RunReader.open(run)));
        }
        String name = output.getFileName().toString();
        try {
            Path file = new Picture("Learning curves", x, "mean episode return of the last 100")
                    .over(rows, List.of("run", x), "return", "")
                    .write(output.toAbsolutePath().getParent(), name.substring(0, name.length() - ".png".length()));
            spec.commandLine().getOut().println(file);
        } catch (IOException e) {
            throw new UncheckedIOException(output + " cannot be written", e);
        }
        spec.commandLine().getOut().flush();
        return 0;
    }

    private void check() {
        Violations violations = new Violations();
        violations.check(
                output.toString().endsWith(".png"),
                "--out",
                output,
                "must end in .png",
                "give curves.png, for example");
        violations.check(
                x.equals(STEPS) || x.equals(MINUTES), "--x", x, "must be steps or minutes", "give one of them");
        violations.throwIfAny();
    }

    private List<Row> curve(RunReader run) {
        Row named = Row.EMPTY.with(
                "run",
                run.settings().get("algo") + " " + run.settings().get("env") + " ("
                        + run.folder().getFileName() + ")");
        List<Row> rows = new ArrayList<>();
        for (JsonNode line : run.metrics()) {
            if (line.path("mean_return_100").isNumber()) {
                Row at = x.equals(STEPS)
                        ? named.with(x, line.path("timesteps").asLong(), 0)
                        : named.with(x, line.path("wall_seconds").asDouble() / 60, 3);
                rows.add(at.with("return", line.path("mean_return_100").asDouble(), 2));
            }
        }
        if (rows.isEmpty()) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "RUN",
                            run.folder(),
                            "must hold a line of metrics with an episode that has ended",
                            "let it run on for a while"));
        }
        return rows;
    }
}
