package io.htsrl.trainer.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.DivergedException;
import io.htsrl.core.Violations;
import io.htsrl.trainer.EvaluationRecord.Episode;
import io.htsrl.trainer.checkpoint.CheckpointException;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.rundir.RunDirectoryException;
import io.htsrl.trainer.rundir.WholeFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hts evaluate}: how good a recorded run's policy is. One thread. */
@Command(name = "evaluate", sortOptions = false,
        header = "Evaluates the policy of a run.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "hts evaluate RUN [settings]",
        descriptionHeading = "%n",
        description = "Runs episodes with the parameters that the run ended with, or those of its newest checkpoint "
                + "where it has not ended. Equal runs and settings give equal numbers.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts evaluate runs/mine",
            "  hts evaluate runs/mine --episodes 1000 --policy sampled --json mine.json"})
final class EvaluateCommand implements Callable<Integer> {
    private static final List<String> POLICIES =
            Arrays.stream(EvaluationPolicy.values()).map(EvaluationPolicy::toString).toList();

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "1", description = "The run directory.")
    private Path folder;

    @Option(names = "--episodes", paramLabel = "N", description = "Episodes; default 100.")
    private int episodes = 100;

    @Option(names = "--seed", paramLabel = "S", description = "Root of the episodes' chance; default: the run's seed.")
    private Long seed;

    @Option(names = "--policy", paramLabel = "NAME",
            description = "greedy: the best action (default); sampled: as the training drew them at its end.")
    private String policy = EvaluationPolicy.GREEDY.toString();

    @Option(names = "--interval", paramLabel = "K", description = "The checkpoint taken after K intervals.")
    private Long interval;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write all of it, each episode included, here.")
    private Path json;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            evaluate(spec.commandLine().getOut(), err);
            return ExitCode.OK;
        } catch (ConfigurationException e) {
            Errors.printMistakes(err, spec.name(), e);
            return ExitCode.MISTAKE;
        } catch (CheckpointException e) {
            Errors.printPlain(err, e.getMessage());
            return ExitCode.MISTAKE;
        } catch (RunDirectoryException | DivergedException e) {
            Errors.printPlain(err, e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private void evaluate(PrintWriter out, PrintWriter err) {
        TrainedPolicy trained = checked();
        if (interval == null && !trained.isFinal()) {
            Errors.printWarning(err, folder + " has not ended: these are the parameters of its newest checkpoint, "
                    + trained.file().getFileName());
        }
        long root = seed == null ? trained.config().seed() : seed;
        EvaluationPolicy actions = EvaluationPolicy.values()[POLICIES.indexOf(policy)];
        try (EpisodeRunner runner = new EpisodeRunner(trained.config(), actions, episodes)) {
            List<Episode> outcomes = runner.run(trained.model().parameters(),
                    EpisodeRunner.stream(root, trained.interval()), episodes, () -> { });
            EvaluationReport report = new EvaluationReport(trained, actions, root, outcomes);
            report.print(out);
            if (json != null) {
                WholeFile.write(json, report.json(folder));
            }
        }
    }

    /** @throws ConfigurationException with everything that is wrong */
    private TrainedPolicy checked() {
        Violations violations = new Violations();
        TrainOptions.read(spec.commandLine().getParseResult(), Set.of(), violations);
        EvaluationConfig.checkEpisodes("--episodes", episodes, violations);
        violations.check(POLICIES.contains(policy), "--policy", policy, "must be one of " + String.join(", ", POLICIES),
                Suggestions.closest(policy, POLICIES).map(p -> "did you mean " + p + "?").orElse("give one of them"));
        violations.check(json == null || Files.isDirectory(Optional.ofNullable(json.toAbsolutePath().getParent())
                        .orElse(json)) && !Files.isDirectory(json),
                "--json", json, "must name a file in a folder that is there", "check the path");
        TrainedPolicy trained = null;
        if (folder != null) { // else it is missed among what the command line lacks
            try {
                trained = TrainedPolicy.load(folder, interval);
            } catch (ConfigurationException e) {
                violations.addAll(e);
            }
        }
        violations.throwIfAny();
        return trained;
    }
}
