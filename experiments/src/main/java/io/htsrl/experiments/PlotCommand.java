package io.htsrl.experiments;

import io.htsrl.cli.CommandProvider;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
                + "are still going have the line so far. Of the folder of a sweep there is one line for all runs that "
                + "differ in nothing but their seed: their mean, and a band of its 95 %% confidence interval.",
        footerHeading = "%nExamples:%n",
        footer = {"  hts plot runs/a runs/b --out curves.png --x time", "  hts plot runs/mysweep --out curves.png"})
public final class PlotCommand implements Callable<Integer> {
    private static final String STEPS = "steps";
    private static final String TIME = "time";
    private static final String MINUTES = "minutes"; // its former name

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories, and folders of sweeps.")
    private List<Path> runs;

    @Option(
            names = {"--out", "--output"},
            order = 0,
            paramLabel = "FILE",
            required = true,
            description = "The picture, whose name ends in .png; an .svg of that name is written beside it.")
    private Path output;

    @Option(names = "--x", order = 1, paramLabel = "AXIS", description = "steps (default) or time.")
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
        TrainingCurves curves = new TrainingCurves(!x.equals(STEPS));
        for (Path run : runs) {
            curves.add(run);
        }
        String name = output.getFileName().toString();
        curves.leftOut().ifPresent(spec.commandLine().getErr()::println);
        try {
            Path file = curves.picture()
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
                x.equals(STEPS) || x.equals(TIME) || x.equals(MINUTES),
                "--x",
                x,
                "must be steps or time",
                "give one of them");
        violations.throwIfAny();
    }
}
