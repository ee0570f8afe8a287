package io.htsrl.cli.evaluate;

import io.htsrl.cli.evaluate.EvaluationReport.GroupsReport;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.watch.Watchdog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                    trained.model().parameters(), EpisodeRunner.stream(root, trained.chance()), episodes, () -> {});
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
}
