package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.SeedList;
import io.htsrl.cli.settings.TraceFileType;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hts sweep}: several seeds and algorithms, and what they come to together. One thread. */
@Command(
        name = "sweep",
        sortOptions = false,
        header = "Trains with several seeds and algorithms.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "hts sweep --env ID --seeds LIST [--algos LIST] [settings]",
        descriptionHeading = "%n",
        description = "Runs each algorithm with each seed, one after another, each in a run directory of its own below "
                + "the sweep's, and prints means over seeds with bootstrapped 95 %% confidence intervals. The same "
                + "command with the same --out goes on where it was ended.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts sweep --env CartPole-v1 --algos a2c,ppo --seeds 1-10",
            "  hts sweep --env CartPole-v1 --algo dqn --seeds 1,2,5 --eval-every 50 --out runs/dqn"
        })
public final class SweepCommand implements Callable<Integer>, Runs {
    private final TrainingRunner runner;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "LIST", description = "Seeds, such as 1-10 or 1,2,5.")
    private String seeds;

    @Option(names = "--algos", paramLabel = "LIST", description = "Algorithms, such as a2c,ppo; default: --algo.")
    private String algos;

    @Option(
            names = {"--out", "--sweep-dir", "--run-dir"},
            paramLabel = "DIR",
            description = "Folder of the runs and of sweep.csv and sweep.json; a sweep that it holds is continued. "
                    + "Default runs/<env>__sweep__<UTC time>.")
    private Path sweepDir;

    @Option(
            names = "--target",
            paramLabel = "R",
            description = "Mean episode return that steps and time are counted to; default: the environment's "
                    + "threshold, where it has one.")
    private Double target;

    private SweepCommand(TrainingRunner runner) {
        this.runner = runner;
    }

    /** The command and its flags; {@code runner} is what trains. */
    public static CommandLine commandLine(TrainingRunner runner) {
        return TrainOptions.commandLine(new SweepCommand(runner), settings());
    }

    /** All that a single run can be told, but for what differs from run to run. */
    private static Schema settings() {
        return CliSettings.schema().without(Set.of("seed", "out", "run-dir"));
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(spec.commandLine().getParseResult(), settings(), violations);
        List<ResolvedRun> runs = resolve(flags, violations);
        boolean quiet = runs.get(0).quiet();
        PrintWriter out = quiet
                ? new PrintWriter(PrintWriter.nullWriter())
                : spec.commandLine().getOut();
        return session(runs, out, err)
                .run(spec.root().commandLine().getParseResult().originalArgs());
    }

    private List<ResolvedRun> resolve(Layer flags, Violations violations) {
        violations.check(
                algos == null || !flags.has("algo"),
                "--algo",
                String.join(", ", flags.texts("algo")),
                "must not be given beside --algos",
                "keep one of them");
        violations.check(seeds != null, "--seeds", null, "must be given", "give 1-10 or 1,2,5, for example");
        violations.check(
                target == null || Double.isFinite(target),
                "--target",
                target,
                "must be a number",
                "give 475, for example");
        List<String> traces = flags.texts("trace");
        violations.check(
                Set.of(TraceFileType.ALONE, TraceFileType.NONE).containsAll(traces),
                "--trace",
                String.join(", ", traces),
                "must not name a file, for each run has its own trace.json",
                "give --trace alone");
        List<Long> all = seeds == null ? List.of() : SeedList.parse("--seeds", seeds, violations);
        return new SweepPlan(flags, violations).resolve(algorithms(violations), all);
    }

    /** Those that there are; empty where none was given. */
    private List<String> algorithms(Violations violations) {
        List<String> all = Algorithms.names();
        List<String> known = new ArrayList<>();
        for (String algo : algos == null ? List.<String>of() : List.of(algos.split(",", -1))) {
            Optional<String> meant = Suggestions.meant(algo, all);
            if (meant.isPresent()) {
                known.add(meant.get());
            } else {
                violations.add(
                        "--algos",
                        algo,
                        "must be one of " + String.join(", ", all),
                        Suggestions.closest(algo, all)
                                .map(a -> "did you mean " + a + "?")
                                .orElse("give a2c,ppo for example"));
            }
        }
        violations.check(
                new HashSet<>(known).size() == known.size(),
                "--algos",
                algos,
                "must name each once",
                "remove what is there twice");
        // of unknown ones alone nothing is left to check the other settings with, but any
        return known.isEmpty() && algos != null ? List.of(all.get(0)) : known;
    }

    private SweepSession session(List<ResolvedRun> resolved, PrintWriter out, PrintWriter err) {
        RunConfig first = resolved.get(0).config();
        Path folder = sweepDir != null
                ? RunFolders.shared(sweepDir)
                : RunFolders.claimFresh(Path.of("runs", RunFolders.defaultSweepName(first.env(), Instant.now())));
        List<SweepRun> runs =
                resolved.stream().map(run -> SweepRun.in(folder, run)).toList();
        Violations violations = new Violations();
        runs.forEach(run -> run.check(violations));
        violations.throwIfAny();
        out.println("sweep of " + runs.size() + " runs in " + folder);
        return new SweepSession(folder, runs, target == null ? threshold(first) : target, runner, out, err);
    }

    private static double threshold(RunConfig config) {
        return config.ask(made -> made.spec().rewardThreshold());
    }
}
