package io.htsrl.cli.sweep;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForeignFlags;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.SeedList;
import io.htsrl.cli.settings.TraceSettings.TraceFileType;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.train.TrainSessions;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hts sweep}: trains several seeds and algorithms, and compares their results. One thread. */
@Command(
        name = "sweep",
        header = "Trains with several seeds, algorithms and settings.",
        customSynopsis = {
            "hts sweep --env ID --seeds LIST [--algos LIST] [settings]",
            "       hts sweep --fork-from RUN --at K [settings]",
            "       hts sweep --out DIR"
        },
        description = "Runs each algorithm with each seed, one after another, each in a run directory of its own below "
                + "the sweep's, and prints means over seeds with bootstrapped 95 %% confidence intervals. A setting "
                + "may have several values (--learning-rate 1e-3,3e-4): every combination is run, and the best one is "
                + "printed as a command line. With --search also a range (1e-4..1e-2): combinations are drawn, "
                + "and successive halving continues only the good ones to all timesteps. With --pbt a population "
                + "changes its settings while it trains. With --fork-from all runs are forks of one run (see 'hts "
                + "fork'). Results are the same for any --jobs. 'hts sweep --out DIR' continues a sweep that was "
                + "stopped or killed.",
        footer = {
            "  hts sweep --env CartPole-v1 --algos a2c,ppo --seeds 1-10",
            "  hts sweep --env CartPole-v1 --algo dqn --seeds 1,2,5 --eval-every 50 --out runs/dqn",
            "  hts sweep --env CartPole-v1 --algo ppo --seeds 1-3 --learning-rate 1e-3,3e-4 --ent-coef 0,0.01",
            "  hts sweep --env CartPole-v1 --algo ppo --seeds 1 --grid 'hidden-sizes=64,64;256,256'",
            "  hts sweep --env CartPole-v1 --algo ppo --seeds 1,2 --search 18 --learning-rate 1e-4..1e-2 "
                    + "--num-steps 16,32,64",
            "  hts sweep --env CartPole-v1 --algo ppo --seeds 1 --pbt --population 8 --learning-rate 1e-4..1e-2",
            "  hts sweep --fork-from runs/mine --at 120 --learning-rate 1e-3,3e-4 --clip-coef 0.1"
        })
public final class SweepCommand extends SettingsCommand implements Runs {
    private static final int MOST_JOBS = 256;
    private static final String TRUST = "--" + FileChoice.TRUST;

    private final TrainingRunner runner;

    @Option(names = "--seeds", paramLabel = "LIST", description = "Seeds, such as 1-10 or 1,2,5.")
    private String seeds;

    @Option(names = "--algos", paramLabel = "LIST", description = "Algorithms, such as a2c,ppo; default: --algo.")
    private String algos;

    @Mixin
    private SearchOptions search = new SearchOptions();

    @Mixin
    private PrintOption print = new PrintOption();

    @Option(
            names = {"--out", "--sweep-dir", "--run-dir"},
            paramLabel = "DIR",
            description = "Folder of the runs and of sweep.csv and sweep.json; a sweep that it holds is continued. "
                    + "Default runs/<env>__sweep__<UTC time>.")
    private Path sweepDir;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at once, each with its share of the cores for its learner; the bits are the same. "
                    + "Default 1.")
    private Integer jobs;

    @Option(
            names = "--target",
            paramLabel = "R",
            description = "Mean episode return to reach; default: the environment's threshold.")
    private Double target;

    public SweepCommand(TrainingRunner runner) {
        super(settings());
        this.runner = runner;
    }

    /** Returns all settings of a single run, without those that differ from run to run. */
    private static Schema settings() {
        return CliSettings.schema().without(Set.of("seed", "out", "run-dir"));
    }

    @Override
    public Integer call() {
        boolean printed = print.isGiven(); // before the flags are those of a journal
        List<String> arguments = given();
        PrintWriter err = err();
        Violations violations = new Violations();
        Layer flags = flags(violations);
        check(flags, violations);
        boolean forks = search.origin() != null;
        SweepSpace space = SweepSpace.read(
                flags, search.grids(), settings(), setting -> forks && !setting.isOnResume(), violations);
        List<String> chosen = algorithms(violations);
        search.check(space, chosen.size(), violations);
        List<Long> all = seeds == null ? List.of() : SeedList.parse("--seeds", seeds, violations);
        if (forks) {
            violations.throwIfAny();
            all = List.of(
                    RunReader.open(search.origin()).manifest().path("seed").asLong());
        }
        SweepSchedule schedule = search.schedule(space, bases(space, chosen), all);
        new LinkedHashSet<>(schedule.mistakes())
                .forEach(v -> violations.add(v.setting(), v.value(), v.rule(), v.remedy()));
        violations.throwIfAny();
        if (printed) {
            out().print(schedule.printed(spec().qualifiedName()));
            out().flush();
            return ExitCode.OK;
        }
        ResolvedRun run = SweepPlan.run(schedule.candidates().get(0), all.get(0));
        boolean quiet = run.quiet();
        PrintWriter out = quiet ? new PrintWriter(PrintWriter.nullWriter()) : out();
        List<String> commandLine = new ArrayList<>(List.of(spec().name()));
        commandLine.addAll(arguments);
        Path folder = folder(run.config());
        List<SweepRun> first = schedule.next(folder, new SweepResults());
        first.forEach(one -> one.check(violations));
        violations.throwIfAny();
        out.println("sweep of " + schedule.text() + " in " + folder);
        schedule.notes().forEach(note -> out.println("note: " + note));
        SweepSession session = new SweepSession(
                folder,
                schedule,
                space.keys(),
                target == null ? threshold(run.config()) : target,
                jobs == null ? 1 : jobs,
                new TrainSessions(runner, out, err, commandLine, one -> one));
        int code = session.run(first, ofTheSweep(arguments));
        if (quiet && code == ExitCode.INTERRUPTED) {
            err.println("stopped; continue with '" + session.continuation() + "'");
        }
        return code;
    }

    /**
     * Returns the arguments of {@code hts sweep}. Where they are only a folder with a journal, it returns the journal's
     * arguments, which are then parsed in place of this command line.
     */
    private List<String> given() {
        List<String> words = words().stream().map(ForeignFlags::dashed).toList();
        List<String> arguments = words.subList(words.indexOf(spec().name()) + 1, words.size());
        Path folder = sweepDir;
        boolean trusted = arguments.contains(TRUST);
        if (folder == null || !ofTheSweep(arguments).stream().allMatch(TRUST::equals)) {
            return arguments;
        }
        return new SweepJournal(folder)
                .arguments(trusted)
                .map(recorded -> {
                    List<String> parsed = new ArrayList<>(recorded);
                    parsed.addAll(trusted ? List.of(TRUST) : List.of());
                    spec().commandLine().parseArgs(parsed.toArray(String[]::new));
                    sweepDir = folder;
                    return recorded;
                })
                .orElse(arguments);
    }

    private List<String> ofTheSweep(List<String> arguments) {
        List<String> names = List.of(spec().findOption("--out").names());
        List<String> left = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (names.contains(word)) {
                i++; // and its value
            } else if (!word.equals(PrintOption.FLAG)
                    && names.stream().noneMatch(name -> word.startsWith(name + "="))) {
                left.add(word);
            }
        }
        return left;
    }

    private void check(Layer flags, Violations violations) {
        violations.check(
                algos == null || !flags.has("algo"),
                "--algo",
                String.join(", ", flags.texts("algo")),
                "must not be given beside --algos",
                "keep one of them");
        boolean forks = search.origin() != null;
        violations.check(forks || seeds != null, "--seeds", null, "must be given", "give 1-10 or 1,2,5, for example");
        violations.check(
                !forks || seeds == null && algos == null,
                "--fork-from",
                search.origin(),
                "must not be given beside --seeds or --algos, since forks have those of their origin",
                "leave them out");
        violations.check(
                jobs == null || jobs >= 1 && jobs <= MOST_JOBS,
                "--jobs",
                jobs,
                "must be a number from 1 to " + MOST_JOBS,
                "give one for each core at most");
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
    }

    /** Returns the known algorithms among the given ones; empty where none was given. */
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
                        Suggestions.didYouMean(algo, all).orElse("give a2c,ppo for example"));
            }
        }
        violations.check(
                new HashSet<>(known).size() == known.size(),
                "--algos",
                algos,
                "must name each once",
                "remove what is there twice");
        // with unknown algorithms only, any known one serves to check the other settings
        return known.isEmpty() && algos != null ? List.of(all.get(0)) : known;
    }

    private Path folder(RunConfig first) {
        return sweepDir != null
                ? RunFolders.shared(sweepDir)
                : RunFolders.claimFresh(Path.of("runs", RunFolders.defaultSweepName(first.env(), Instant.now())));
    }

    /** Returns the settings of each algorithm; where none was given, of the one of the flags or of their file. */
    private static List<Layer> bases(SweepSpace space, List<String> algorithms) {
        return algorithms.isEmpty()
                ? List.of(space.fixed())
                : algorithms.stream()
                        .map(algorithm -> space.fixed().replacing("algo", algorithm))
                        .toList();
    }

    private static double threshold(RunConfig config) {
        return config.ask(made -> made.spec().rewardThreshold());
    }
}
