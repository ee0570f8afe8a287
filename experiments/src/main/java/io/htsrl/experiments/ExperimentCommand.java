package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.sweep.GridRunner;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.error.Violations;
import io.htsrl.experiments.Report.ScreenTable;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * The frame of every experiment: settings, the cells that are not finished yet, a table, pictures. Flags that it does
 * not know are those of {@code hts train}, and hold for every cell. One thread.
 */
abstract class ExperimentCommand implements Callable<Integer>, Runs {
    private static final int BROKEN = 1;
    private static final Pattern FLAG = Pattern.compile("--[\\w-]+");
    /** Flags of {@code hts train} that say nothing about a measured run. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.ofEntries(
            Map.entry("--run-dir", "give --out"),
            Map.entry("--trace", "trace a single run with hts train"),
            Map.entry("--checkpoint-every", "leave it to hts train"),
            Map.entry("--config", "give its settings as flags"));

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            order = 90,
            description = "Folder of cells.csv, tables and pictures; finished cells in it are not run again. "
                    + "Default runs/<experiment>__sweep__<UTC time>.")
    private Path out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 99,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli sees the flag; a command without the field would not have it
    private boolean help;

    @Mixin
    private PrintOption print = new PrintOption();

    @Unmatched
    private List<String> train = new ArrayList<>();

    /** Flags of {@code hts train} that cells set themselves, with the remedy for those who give one. */
    abstract Map<String, String> setByCells();

    /** Where mistakes and failures are told. */
    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** The flags that all cells share, with this experiment's defaults. */
    abstract TrainFlags defaults(TrainFlags given);

    /** The experiment of these options; what is wrong with them goes to the lists' violations. */
    abstract Experiment experiment(TrainFlags flags, ListSettings lists);

    @Override
    public final Integer call() throws Exception {
        Violations violations = new Violations();
        TrainFlags flags = defaults(TrainFlags.of(List.copyOf(train)));
        flags.refuseUnknown(spec, violations);
        flags.refuse(WITHOUT_EFFECT, "since the experiment has no use for it", violations);
        flags.refuse(setByCells(), "since the experiment sets it cell by cell", violations);
        Experiment experiment = experiment(flags, new ListSettings(violations));
        violations.throwIfAny();
        flags.check(experiment.cells(), experiment::flags, this::own, violations);
        violations.throwIfAny();
        if (print.isGiven()) {
            print(experiment, flags);
            return 0;
        }

        String command =
                ShellWords.line(spec.root().commandLine().getParseResult().originalArgs());
        Path folder = out != null
                ? out
                : RunFolders.claimFresh(Path.of("runs", RunFolders.defaultSweepName(spec.name(), Instant.now())));
        CellLog log = CellLog.open(folder, command, (experiment.settings() + " " + flags).strip());
        PrintWriter screen = spec.commandLine().getOut();
        screen.println(experiment.cells().size() + " cells, in " + folder);
        Report report = new Report(folder, spec.name(), "hts " + command, runs(experiment, flags), screen);
        SharedInterruption interruption = new SharedInterruption(err());
        try {
            List<Row> rows = measure(experiment, flags, log, report, interruption);
            experiment.report(rows, report);
            Optional<String> broken = experiment.broken(rows);
            broken.ifPresent(promise -> err().println("error: " + promise));
            return broken.isPresent() ? BROKEN : 0;
        } catch (InterruptedException e) {
            screen.println("ended early; the same command with --out " + folder + " goes on");
            return interruption.code();
        }
    }

    private static RunsTitle runs(Experiment experiment, TrainFlags flags) {
        Set<String> algorithms = new TreeSet<>();
        Set<String> environments = new TreeSet<>();
        Set<Long> seeds = new TreeSet<>();
        for (Row cell : experiment.cells()) {
            RunConfig config = flags.config(experiment.flags(cell));
            algorithms.add(config.algorithm().algorithm());
            environments.add(config.env());
            seeds.addAll(experiment.seeds(config));
        }
        return new RunsTitle(algorithms, environments, seeds);
    }

    private void print(Experiment experiment, TrainFlags flags) {
        List<Row> cells = experiment.cells();
        PrintWriter screen = spec.commandLine().getOut();
        screen.print(PrintOption.text(
                spec.qualifiedName(),
                List.of("Of " + cells.size() + " cells this is the first: " + cells.get(0)),
                flags.resolved(experiment.flags(cells.get(0)))));
        screen.flush();
    }

    /** The flag whose list has a cell's value of a flag of {@code hts train}: the one to give instead of that. */
    private String own(String flag) {
        Matcher instead = FLAG.matcher(setByCells().getOrDefault(flag, ""));
        return instead.find() ? instead.group() : flag;
    }

    private static List<Row> measure(
            Experiment experiment, TrainFlags flags, CellLog log, Report report, SharedInterruption interruption)
            throws Exception {
        try (SharedInterruption listening = interruption.install()) {
            return measured(experiment, flags, log, report, listening);
        }
    }

    private static List<Row> measured(
            Experiment experiment, TrainFlags flags, CellLog log, Report report, SharedInterruption interruption)
            throws Exception {
        PrintWriter screen = report.screen();
        List<Row> rows = new ArrayList<>();
        Set<List<String>> warm = new HashSet<>();
        List<String> varying = ExperimentChart.varying(
                experiment.cells(), experiment.cells().get(0).columns());
        Function<Row, String> start = cell -> "[" + (rows.size() + 1) + "/"
                + experiment.cells().size() + "] " + (varying.isEmpty() ? "" : cell.only(varying) + ": ");
        new GridRunner<Row, Row>(1, log::find, () -> !interruption.happened())
                .run(
                        experiment.cells(),
                        cell -> {
                            screen.print(start.apply(cell));
                            screen.flush();
                            if (warm.add(List.of(cell.text("env"), cell.text("algo"), cell.text("schedule")))) {
                                RunConfig config = flags.config(experiment.flags(cell));
                                MeasuredRun.warmUp(config, experiment.warmUpSteps(cell), interruption);
                            }
                            log.add(cell.with(experiment.measure(cell, flags, report.folder(), interruption)));
                            return log.find(cell).orElseThrow();
                        },
                        done -> {
                            String begun = start.apply(done.cell());
                            String line = begun + (done.before() ? "done before, " : "");
                            line = ScreenTable.line(line, done.result(), experiment.shown());
                            screen.println(done.before() ? line : line.substring(begun.length()));
                            rows.add(done.result());
                        });
        if (rows.size() < experiment.cells().size()) {
            throw new InterruptedException("between two cells");
        }
        return rows;
    }

    /** What one command measures, its settings concluded: cells, and what becomes of them. One thread. */
    interface Experiment {

        /** The grid; each row holds a cell's settings alone. */
        List<Row> cells();

        /** A cell's flags of {@code hts train}, beside those that all cells share. */
        List<String> flags(Row cell);

        /** Settings that all cells share and that decide their figures, beside flags of {@code hts train}. */
        String settings();

        /**
         * Measures one cell; minutes, perhaps.
         *
         * @param flags  those that all cells share
         * @param folder the experiment's
         * @param interruption that its runs join
         * @return the cell's results, with equal columns for all cells
         * @throws InterruptedException when a signal has ended a run before its end
         */
        Row measure(Row cell, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception;

        /** Steps that warm the JVM up before the first cell of a kind. */
        default long warmUpSteps(Row cell) {
            return MeasuredRun.WARM_UP_STEPS;
        }

        /** The seeds of a cell's runs, whose settings are {@code config}. */
        default List<Long> seeds(RunConfig config) {
            return List.of(config.seed());
        }

        /** Columns of results for the screen, the most important ones first. */
        List<String> shown();

        /**
         * Makes tables and pictures.
         *
         * @param rows settings and results, in the order of the cells
         */
        void report(List<Row> rows, Report report) throws IOException;

        /** What the rows disprove of what hts-rl promises, in words; empty where nothing. */
        default Optional<String> broken(List<Row> rows) {
            return Optional.empty();
        }
    }
}
