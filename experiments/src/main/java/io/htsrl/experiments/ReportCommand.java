package io.htsrl.experiments;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.core.error.Violations;
import io.htsrl.experiments.ReportPage.ScoreScales;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts report}: compares recorded runs and entries of the zoo on one page. One thread. */
@Command(
        name = "report",
        header = "Compares runs on one page: curves, aggregates with intervals, settings, digests, machines.",
        description =
                "Runs that differ in nothing but their seed are one method. Returns are those of evaluated policies where "
                        + "all finished runs of an environment have them, else of the last 100 training episodes; runs that are "
                        + "not finished are listed and do not count. The page is one file without script; the same runs "
                        + "give the same page.",
        footer = {
            "  hts report runs/mysweep --out report.html",
            "  hts report runs/mine --zoo ppo-CartPole-v1 --normalize CartPole-v1=0:500 --out report.html"
        })
final class ReportCommand extends PlainCommand {
    private static final Pattern SCALE =
            Pattern.compile("(.+)=(-?\\d{1,15}(?:\\.\\d{1,9})?):(-?\\d{1,15}(?:\\.\\d{1,9})?)");

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Run directories, and folders of sweeps.")
    private List<Path> runs = List.of();

    @Mixin
    private ZooSelection zoo = new ZooSelection();

    @Option(names = "--out", paramLabel = "FILE", description = "The page, whose name ends in .html.")
    private Path output;

    @Option(
            names = "--normalize",
            paramLabel = "ENV=LOW:HIGH",
            description =
                    "Returns of an environment that count as 0 and 1 in aggregates over environments. Atari games "
                            + "have those of random play and of a human.")
    private List<String> ranges = List.of();

    @Override
    public Integer call() {
        ScoreScales scales = check();
        List<RunReader> readers =
                runs.stream().flatMap(folder -> RunGroup.runs(folder).stream()).toList();
        List<ReportGroup> groups = ReportGroup.of(readers, zoo.entries());
        readers.forEach(run -> run.changes("config.yaml", "metrics.jsonl", EvaluationsFile.NAME)
                .forEach(this::warn));
        WholeFile.write(output, new ReportPage(groups, scales).text());
        out().println(output);
        out().flush();
        return 0;
    }

    private ScoreScales check() {
        Violations violations = new Violations();
        zoo.checkAny(runs, violations);
        violations.check(output != null, "--out", null, "must be given", "give --out report.html, for example");
        PlotCommand.checkFile("--out", output, ".html", violations);
        Map<String, double[]> scales = new LinkedHashMap<>();
        for (String range : ranges) {
            Matcher ends = SCALE.matcher(range);
            double[] both = ends.matches()
                    ? new double[] {Double.parseDouble(ends.group(2)), Double.parseDouble(ends.group(3))}
                    : new double[2];
            violations.check(
                    both[0] < both[1],
                    "--normalize",
                    range,
                    "must be ENV=LOW:HIGH with LOW below HIGH",
                    "give CartPole-v1=0:500, for example");
            if (both[0] < both[1]) {
                scales.put(ends.group(1), both);
            }
        }
        violations.throwIfAny();
        return new ScoreScales(scales);
    }
}
