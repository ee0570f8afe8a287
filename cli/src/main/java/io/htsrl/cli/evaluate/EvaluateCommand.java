package io.htsrl.cli.evaluate;

import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.watch.Watchdog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts evaluate}: measures the returns of a recorded run's policy. One thread. */
@Command(
        name = "evaluate",
        header = "Evaluates the policy of a run.",
        customSynopsis = {"hts evaluate RUN [settings]", "       hts evaluate SWEEP [settings]"},
        description = "Runs episodes with the parameters that the run ended with, or those of its newest checkpoint "
                + "where it has not ended. Equal runs and settings give equal numbers. Of the folder of a sweep it evaluates "
                + "every run, and gives means over seeds with their 95 %% confidence intervals.",
        footer = {
            "  hts evaluate runs/mine",
            "  hts evaluate runs/mysweep --best",
            "  hts evaluate runs/mine --episodes 1000 --policy sampled --out mine.json"
        })
public final class EvaluateCommand extends PolicyCommand {

    @Option(names = "--episodes", order = 0, paramLabel = "N", description = "Episodes; default 100.")
    private int episodes = 100;

    @Option(
            names = {"--out", "--json"},
            order = 4,
            paramLabel = "FILE",
            description = "JSON file with all metrics and each episode.")
    private Path json;

    private final List<EvaluationReport> reports = new ArrayList<>();
    private List<RunGroup> groups = List.of();

    @Override
    protected int episodes() {
        return episodes;
    }

    @Override
    protected void check(Violations violations) {
        WholeFile.check("--out", json, violations);
    }

    /** Returns the run of the folder, or the runs below it where it is a sweep's. */
    @Override
    protected List<Path> runs(Path folder) {
        groups = RunGroup.areIn(folder) ? RunGroup.in(folder) : List.of();
        return groups.isEmpty()
                ? List.of(folder)
                : groups.stream()
                        .flatMap(group -> group.runs().stream())
                        .map(RunReader::folder)
                        .toList();
    }

    @Override
    protected int run(TrainedPolicy trained, Watchdog watchdog, PrintWriter out, PrintWriter err) {
        long root = root(trained);
        try (EpisodeRunner runner = new EpisodeRunner(trained.config(), actions(), episodes, watchdog)) {
            List<Episode> outcomes = runner.run(
                    trained.model().parameters(), EpisodeRunner.stream(root, trained.intervals()), episodes, () -> {});
            EvaluationReport report = new EvaluationReport(trained, actions(), root, outcomes);
            reports.add(report);
            if (groups.isEmpty()) {
                report.print(out);
            } else {
                report.printLine(out);
            }
        }
        return ExitCode.OK;
    }

    @Override
    protected void end(PrintWriter out) {
        String document;
        if (groups.isEmpty()) {
            document = reports.get(0).json();
        } else {
            GroupsReport together = new GroupsReport(folder(), groups, reports);
            together.print(out);
            document = together.json();
        }
        if (json != null) {
            WholeFile.write(json, document);
        }
    }

    /** Results of {@code hts evaluate} for one run, as a table and as JSON. One thread. */
    private static final class EvaluationReport {
        private final TrainedPolicy policy;
        private final EvaluationPolicy actions;
        private final long seed;
        private final List<Episode> episodes;
        private final double[] returns;
        private final ConfidenceInterval interval;

        EvaluationReport(TrainedPolicy policy, EvaluationPolicy actions, long seed, List<Episode> episodes) {
            this.policy = policy;
            this.actions = actions;
            this.seed = seed;
            this.episodes = episodes;
            this.returns = episodes.stream().mapToDouble(Episode::ret).toArray();
            this.interval = Bootstrap.ofMean(returns);
        }

        void print(PrintWriter out) {
            out.println(policy.title());
            row(out, "policy", actions + ", after " + Numbers.count(policy.intervals(), "interval") + ", seed " + seed);
            row(out, "episodes", Numbers.text("%,d", episodes.size()));
            row(
                    out,
                    "mean",
                    Numbers.ofReturn(Sample.mean(returns), 2) + "  (95 % CI " + Numbers.ofReturn(interval.low(), 2)
                            + " .. " + Numbers.ofReturn(interval.high(), 2) + ", bootstrap)");
            row(out, "std", Numbers.ofReturn(Sample.standardDeviation(returns), 2));
            row(out, "median", Numbers.ofReturn(Sample.median(returns), 2));
            row(out, "min", Numbers.ofReturn(min(), 2));
            row(out, "max", Numbers.ofReturn(max(), 2));
            row(out, "mean length", Numbers.decimal(meanLength(), 2));
        }

        /** Prints one line, for one run of several. */
        void printLine(PrintWriter out) {
            out.println(Numbers.text(
                    "  %-40s  %s  (std %s, after %s)",
                    policy.run().getFileName(),
                    Numbers.ofReturn(mean(), 2),
                    Numbers.ofReturn(Sample.standardDeviation(returns), 2),
                    Numbers.count(policy.intervals(), "interval")));
        }

        double mean() {
            return Sample.mean(returns);
        }

        private static void row(PrintWriter out, String name, String value) {
            out.printf(Locale.ROOT, "  %-12s%s%n", name, value);
        }

        /** Returns the whole report as JSON, with every episode. */
        String json() {
            return JsonDocument.pretty(map());
        }

        /** Returns the whole report as a part of a JSON document. */
        Map<String, Object> map() {
            return JsonDocument.object(
                    "run", policy.run().toString(),
                    "parameters", policy.file().toString(),
                    "algo", policy.config().algorithm().algorithm(),
                    "env", policy.config().env(),
                    "interval", policy.intervals(),
                    "policy", actions.toString(),
                    "seed", seed,
                    "episodes", episodes.size(),
                    "mean", Sample.mean(returns),
                    "mean_ci_low", interval.low(),
                    "mean_ci_high", interval.high(),
                    "std", Sample.standardDeviation(returns),
                    "median", Sample.median(returns),
                    "iqm", Sample.interquartileMean(returns),
                    "min", min(),
                    "max", max(),
                    "mean_length", meanLength(),
                    "returns", episodes.stream().map(Episode::ret).toList(),
                    "lengths", episodes.stream().map(Episode::length).toList());
        }

        private double min() {
            return Arrays.stream(returns).min().orElse(Double.NaN);
        }

        private double max() {
            return Arrays.stream(returns).max().orElse(Double.NaN);
        }

        private double meanLength() {
            return Sample.mean(episodes.stream().mapToDouble(Episode::length).toArray());
        }
    }

    /** Results of {@code hts evaluate} for a folder of runs: means over seeds, as a table and as JSON. One thread. */
    private static final class GroupsReport {
        private final Path folder;
        private final Map<String, List<EvaluationReport>> groups = new LinkedHashMap<>();

        /** @param reports of those runs of the groups that have a policy */
        GroupsReport(Path folder, List<RunGroup> groups, List<EvaluationReport> reports) {
            this.folder = folder;
            for (RunGroup group : groups) {
                List<Path> runs = group.runs().stream().map(RunReader::folder).toList();
                List<EvaluationReport> own = reports.stream()
                        .filter(r -> runs.contains(r.policy.run()))
                        .toList();
                if (!own.isEmpty()) {
                    this.groups.put(group.name(), own);
                }
            }
        }

        void print(PrintWriter out) {
            TextTable table = new TextTable();
            table.row("RUNS", "SEEDS", "MEAN OVER SEEDS (95 % CI)", "WORST SEED", "BEST SEED");
            groups.forEach((name, reports) -> {
                double[] means = means(reports);
                table.row(
                        name,
                        Integer.toString(means.length),
                        MeanWithInterval.of(means).toString(),
                        Numbers.ofReturn(Arrays.stream(means).min().orElse(Double.NaN), 2),
                        Numbers.ofReturn(Arrays.stream(means).max().orElse(Double.NaN), 2));
            });
            out.println();
            table.print(out);
        }

        /** Returns the whole report as JSON, with every run's episodes. */
        String json() {
            return JsonDocument.pretty(JsonDocument.object(
                    "folder",
                    folder.toString(),
                    "groups",
                    groups.entrySet().stream()
                            .map(e -> json(e.getKey(), e.getValue()))
                            .toList()));
        }

        private static Map<String, Object> json(String name, List<EvaluationReport> reports) {
            double[] means = means(reports);
            MeanWithInterval estimate = MeanWithInterval.of(means);
            return JsonDocument.object(
                    "name", name,
                    "mean", estimate.mean(),
                    "mean_ci_low", estimate.interval().low(),
                    "mean_ci_high", estimate.interval().high(),
                    "runs", reports.stream().map(EvaluationReport::map).toList());
        }

        private static double[] means(List<EvaluationReport> reports) {
            return reports.stream().mapToDouble(EvaluationReport::mean).toArray();
        }
    }
}
