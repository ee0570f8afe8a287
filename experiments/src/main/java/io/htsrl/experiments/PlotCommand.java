package io.htsrl.experiments;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts plot}: draws the learning curves of recorded runs. One thread. */
@Command(
        name = "plot",
        header = "Draws the learning curves of runs.",
        description =
                "One line for each run: the mean episode return of the last 100 training episodes, or --metric. Runs "
                        + "that are still going have the line so far. The folder of a sweep has one line for all runs that "
                        + "differ in nothing but their seed: their mean, and a band of its 95 %% confidence interval. The line of "
                        + "a fork begins where it leaves its origin, and is named by what it changes.",
        footer = {
            "  hts plot runs/a runs/b --out curves.png --x time",
            "  hts plot runs/a --metric policy_loss --out loss.png",
            "  hts plot runs/mysweep --out curves.png --html curves.html",
            "  hts plot --zoo ppo-CartPole-v1 --out curve.png"
        })
final class PlotCommand extends PlainCommand {
    private static final String PNG = ".png";
    private static final String HTML = ".html";

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Run directories, and folders of sweeps.")
    private List<Path> runs = List.of();

    @Mixin
    private ZooSelection zoo = new ZooSelection();

    @Option(
            names = {"--out", "--output"},
            order = 0,
            paramLabel = "FILE",
            description = "The picture, whose name ends in .png; an .svg of that name is written beside it.")
    private Path output;

    @Option(
            names = "--html",
            order = 1,
            paramLabel = "FILE",
            description = "A page for browsers, in one file: to look closer, to hide lines and to change the axis.")
    private Path html;

    @Option(names = "--x", order = 2, paramLabel = "AXIS", description = "steps (default), time or episodes.")
    private String x = CurveAxis.STEPS.toString();

    @Option(
            names = "--metric",
            order = 3,
            paramLabel = "NAME",
            description = "return: of the last 100 training episodes (default); eval: of the evaluated episodes "
                    + "(--eval-every); or a name in metrics.jsonl, such as policy_loss.")
    private String metric = TrainingCurves.RETURN;

    @Override
    public Integer call() {
        check();
        CurveAxis axis = CurveAxis.named(x).orElseThrow();
        TrainingCurves curves = new TrainingCurves(metric);
        runs.forEach(curves::add);
        zoo.entries().forEach(curves::add);
        if (!curves.axes().contains(axis)) {
            String axes = curves.axes().stream().map(CurveAxis::toString).collect(Collectors.joining(" or "));
            throw new ConfigurationException(
                    "--x", x, "must be " + axes + " with --metric eval or --zoo", "choose such a one");
        }
        curves.warnings().forEach(this::warn);
        curves.leftOut().ifPresent(err()::println);
        PrintWriter out = out();
        if (output != null) {
            out.println(written(curves.picture(axis)));
        }
        if (html != null) {
            WholeFile.write(html, curves.page(axis).text());
            out.println(html);
        }
        out.flush();
        return 0;
    }

    private Path written(ExperimentChart picture) {
        String name = output.getFileName().toString();
        try {
            return picture.write(output.toAbsolutePath().getParent(), name.substring(0, name.length() - PNG.length()));
        } catch (IOException e) {
            throw new RunDirectoryException(output, e);
        }
    }

    private void check() {
        Violations violations = new Violations();
        zoo.checkAny(runs, violations);
        violations.check(
                output != null || html != null,
                "--out",
                null,
                "must be given, or --html",
                "give --out curves.png, for example");
        checkFile("--out", output, PNG, violations);
        checkFile("--html", html, HTML, violations);
        violations.check(
                CurveAxis.named(x).isPresent(),
                "--x",
                x,
                "must be one of " + String.join(", ", CurveAxis.names()),
                Suggestions.didYouMean(x, CurveAxis.names()).orElse("give one of them"));
        violations.throwIfAny();
    }

    static void checkFile(String flag, Path file, String ending, Violations violations) {
        violations.check(
                file == null || file.toString().endsWith(ending),
                flag,
                file,
                "must end in " + ending,
                "give a name such as curves" + ending);
        WholeFile.check(flag, file, violations);
    }
}
