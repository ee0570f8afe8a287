package io.htsrl.cli.evaluate;

import io.htsrl.cli.rundir.files.WholeFile;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.watch.Watchdog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts evaluate}: how good a recorded run's policy is. One thread. */
@Command(
        name = "evaluate",
        sortOptions = false,
        header = "Evaluates the policy of a run.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "hts evaluate RUN [settings]",
        descriptionHeading = "%n",
        description = "Runs episodes with the parameters that the run ended with, or those of its newest checkpoint "
                + "where it has not ended. Equal runs and settings give equal numbers.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts evaluate runs/mine",
            "  hts evaluate runs/mine --episodes 1000 --policy sampled --out mine.json"
        })
public final class EvaluateCommand extends PolicyCommand {

    @Option(names = "--episodes", order = 0, paramLabel = "N", description = "Episodes; default 100.")
    private int episodes = 100;

    @Option(
            names = {"--out", "--json"},
            order = 4,
            paramLabel = "FILE",
            description = "A JSON file for all of it, each episode included.")
    private Path json;

    private EvaluateCommand() {}

    /** The command and its flags. */
    public static CommandLine commandLine() {
        return TrainOptions.commandLine(new EvaluateCommand(), TrainOptions.none());
    }

    @Override
    protected int episodes() {
        return episodes;
    }

    @Override
    protected void check(Violations violations) {
        checkFile("--out", json, violations);
    }

    @Override
    protected int run(TrainedPolicy trained, Watchdog watchdog, PrintWriter out, PrintWriter err) {
        long root = root(trained);
        try (EpisodeRunner runner = new EpisodeRunner(trained.config(), actions(), episodes, watchdog)) {
            List<Episode> outcomes = runner.run(
                    trained.model().parameters(), EpisodeRunner.stream(root, trained.chance()), episodes, () -> {});
            EvaluationReport report = new EvaluationReport(trained, actions(), root, outcomes);
            report.print(out);
            if (json != null) {
                WholeFile.write(json, report.json(folder()));
            }
        }
        return ExitCode.OK;
    }
}
