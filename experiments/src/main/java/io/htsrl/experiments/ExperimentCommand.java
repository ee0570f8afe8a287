package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
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
    /** Ended by Ctrl-C, as shells count: 128 + SIGINT. */
    private static final int INTERRUPTED = 130;

    private static final int BROKEN = 1;
    private static final Pattern FLAG = Pattern.compile("--[\\w-]+");
    /** Flags of {@code hts train} that say nothing about a measured run. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.of(
            "--run-dir",
            "give --out",
            "--trace",
            "trace a single run with hts train",
            "--checkpoint-every",
            "leave it to hts train",
            "--config",
            "give its settings as flags");

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
    abstract Experiment experiment(TrainFlags flags, Lists lists);

    @Override
    public final Integer call() throws Exception {
        Violations violations = new Violations();
        TrainFlags flags = defaults(TrainFlags.of(List.copyOf(train)));
        flags.refuseUnknown(spec, violations);
        flags.refuse(WITHOUT_EFFECT, "since the experiment has no use for it", violations);
        flags.refuse(setByCells(), "since the experiment sets it cell by cell", violations);
        Experiment experiment = experiment(flags, new Lists(violations));
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
        try {
            List<Row> rows = measure(experiment, flags, log, report);
            experiment.report(rows, report);
            Optional<String> broken = experiment.broken(rows);
            broken.ifPresent(promise -> err().println("error: " + promise));
            return broken.isPresent() ? BROKEN : 0;
        } catch (InterruptedException e) {
            screen.println("ended early; the same command with --out " + folder + " goes on");
            return INTERRUPTED;
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

    private static List<Row> measure(Experiment experiment, TrainFlags flags, CellLog log, Report report)
            throws Exception {
        PrintWriter screen = report.screen();
        List<Row> rows = new ArrayList<>();
        Set<List<String>> warm = new HashSet<>();
        List<String> varying =
                Picture.varying(experiment.cells(), experiment.cells().get(0).columns());
        for (Row cell : experiment.cells()) {
            Optional<Row> before = log.find(cell);
            String which = varying.isEmpty() ? "" : cell.only(varying) + ": ";
            String start = "[" + (rows.size() + 1) + "/" + experiment.cells().size() + "] " + which;
            screen.print(start);
            screen.flush();
            if (before.isEmpty()) {
                if (warm.add(List.of(cell.text("env"), cell.text("algo"), cell.text("schedule")))) {
                    MeasuredRun.warmUp(flags.config(experiment.flags(cell)), experiment.warmUpSteps(cell));
                }
                log.add(cell.with(experiment.measure(cell, flags, report.folder())));
            }
            Row row = log.find(cell).orElseThrow();
            String told = start + (before.isPresent() ? "done before, " : "");
            screen.println(ScreenTable.line(told, row, experiment.shown()).substring(start.length()));
            rows.add(row);
        }
        return rows;
    }
}
