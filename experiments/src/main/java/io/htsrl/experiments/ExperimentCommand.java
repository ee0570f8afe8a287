package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.ForeignFlags;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * One experiment as a command. It has settings, a grid of cells, the measurement of one cell, tables and pictures.
 * Finished cells are not measured again. Flags that it does not know are flags of {@code hts train} and apply to every
 * cell. One thread.
 */
@Command(sortOptions = false, synopsisHeading = "%nUsage: ", descriptionHeading = "%n", footerHeading = "%nExample:%n")
abstract class ExperimentCommand implements Callable<Integer>, Runs {
    private static final int BROKEN = 1;
    private static final Pattern FLAG = Pattern.compile("--[\\w-]+");
    /** Flags of {@code hts train} that have no effect on a measured run. */
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

    private final List<OptionSpec> options = new ArrayList<>();
    private final Map<String, OptionSpec> lists = new TreeMap<>(); // by the flag of hts train whose values they list
    private List<Row> cells;

    /** Returns the command, with the options that it has declared. */
    final CommandLine commandLine() {
        CommandLine line = new CommandLine(this);
        options.forEach(line.getCommandSpec()::addOption);
        line.getCommandSpec().preprocessor((arguments, command, option, info) -> {
            arguments.replaceAll(ForeignFlags::own);
            return false; // parsing continues
        });
        return line;
    }

    /**
     * Declares an option of one value.
     *
     * @param names names, separated by blanks
     * @param defaultValue appended to the description; null for none
     */
    final OptionSpec option(String names, String label, String defaultValue, String description) {
        OptionSpec option = OptionSpec.builder(names.split(" "))
                .type(String.class)
                .paramLabel(label)
                .defaultValue(defaultValue)
                .description(defaultValue == null ? description : description + "; default ${DEFAULT-VALUE}.")
                .build();
        options.add(option);
        return option;
    }

    /** Declares an option that lists values of {@code trainFlag}, a flag of {@code hts train}. */
    final OptionSpec list(String flag, String trainFlag, String defaultValue, String description) {
        OptionSpec option = option(flag, "LIST", defaultValue, description);
        lists.put(trainFlag, option);
        return option;
    }

    /** Returns the flags of {@code hts train} that cells set themselves, each with a remedy for the user. */
    Map<String, String> setByCells() {
        Map<String, String> instead = new TreeMap<>();
        lists.forEach((flag, list) -> {
            if (list.getValue() != null) {
                instead.put(flag, "give " + list.longestName());
            }
        });
        return instead;
    }

    /** Returns the writer of mistakes and failures. */
    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Returns the flags that all cells share, with this experiment's defaults. */
    TrainFlags defaults(TrainFlags given) {
        return given;
    }

    /** Reads the options and makes the grid; a row holds only a cell's settings. Mistakes go to {@code settings}. */
    abstract List<Row> grid(TrainFlags flags, ListSettings settings);

    /** Returns the grid. */
    final List<Row> cells() {
        return cells;
    }

    /** Returns the columns of the grid. */
    final List<String> axes() {
        return cells.get(0).columns();
    }

    /** Returns a cell's flags of {@code hts train}, beside those that all cells share. */
    abstract List<String> flags(Row cell);

    /** Returns settings that all cells share and that affect their results, beside flags of {@code hts train}. */
    abstract String settings();

    /**
     * Measures one cell, which may take minutes.
     *
     * @param flags flags that all cells share
     * @param folder folder of the experiment
     * @param interruption interruption that its runs join
     * @return the cell's results, with equal columns for all cells
     * @throws InterruptedException when a signal has ended a run before its end
     */
    abstract Row measure(Row cell, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception;

    /** Returns the number of steps that warm up the JVM before the first cell of a kind. */
    long warmUpSteps(Row cell) {
        return MeasuredRun.WARM_UP_STEPS;
    }

    /** Returns the seeds of the runs of a cell with settings {@code config}. */
    List<Long> seeds(RunConfig config) {
        return List.of(config.seed());
    }

    /** Returns columns of results for the screen, the most important ones first. */
    abstract List<String> shown();

    /**
     * Makes tables and pictures.
     *
     * @param rows settings and results, in the order of the cells
     */
    abstract void report(List<Row> rows, Report report) throws IOException;

    /** Returns which guarantee of hts-rl the rows disprove; empty where none. */
    Optional<String> broken(List<Row> rows) {
        return Optional.empty();
    }

    @Override
    public final Integer call() throws Exception {
        Violations violations = new Violations();
        TrainFlags flags = defaults(TrainFlags.of(List.copyOf(train)));
        flags.refuseUnknown(spec, violations);
        flags.refuse(WITHOUT_EFFECT, "since the experiment has no use for it", violations);
        flags.refuse(setByCells(), "since the experiment sets it cell by cell", violations);
        cells = grid(flags, new ListSettings(violations));
        violations.throwIfAny();
        flags.check(cells, this::flags, this::own, violations);
        violations.throwIfAny();
        PrintWriter screen = spec.commandLine().getOut();
        if (print.isGiven()) {
            screen.print(PrintOption.text(
                    spec.qualifiedName(),
                    List.of("Of " + cells.size() + " cells this is the first: " + cells.get(0)),
                    flags.resolved(flags(cells.get(0)))));
            screen.flush();
            return 0;
        }

        String command =
                ShellWords.line(spec.root().commandLine().getParseResult().originalArgs());
        Path folder = out != null
                ? out
                : RunFolders.claimFresh(Path.of("runs", RunFolders.defaultSweepName(spec.name(), Instant.now())));
        CellLog log = CellLog.open(folder, command, (settings() + " " + flags).strip());
        screen.println(cells.size() + " cells, in " + folder);
        Report report = new Report(folder, spec.name(), "hts " + command, runs(flags), screen);
        SharedInterruption interruption = new SharedInterruption(err());
        try {
            List<Row> rows = measured(flags, log, report, interruption);
            report(rows, report);
            Optional<String> broken = broken(rows);
            broken.ifPresent(promise -> err().println("error: " + promise));
            return broken.isPresent() ? BROKEN : 0;
        } catch (InterruptedException e) {
            screen.println("ended early; the same command with --out " + folder + " continues");
            return interruption.code();
        }
    }

    private RunsTitle runs(TrainFlags flags) {
        Set<String> algorithms = new TreeSet<>();
        Set<String> environments = new TreeSet<>();
        Set<Long> seeds = new TreeSet<>();
        for (Row cell : cells) {
            RunConfig config = flags.config(flags(cell));
            algorithms.add(config.algorithm().algorithm());
            environments.add(config.env());
            seeds.addAll(seeds(config));
        }
        return new RunsTitle(algorithms, environments, seeds);
    }

    /** Returns the experiment's list flag that replaces a flag of {@code hts train}. */
    private String own(String flag) {
        Matcher instead = FLAG.matcher(setByCells().getOrDefault(flag, ""));
        return instead.find() ? instead.group() : flag;
    }

    private List<Row> measured(TrainFlags flags, CellLog log, Report report, SharedInterruption interruption)
            throws Exception {
        PrintWriter screen = report.screen();
        List<Row> rows = new ArrayList<>();
        Set<List<String>> warm = new HashSet<>();
        List<String> varying = ExperimentChart.varying(cells, axes());
        Function<Row, String> start = cell -> "[" + (rows.size() + 1) + "/" + cells.size() + "] "
                + (varying.isEmpty() ? "" : cell.only(varying) + ": ");
        try (SharedInterruption listening = interruption.install()) {
            new GridRunner<Row, Row>(1, log::find, () -> !listening.happened())
                    .run(
                            cells,
                            cell -> {
                                screen.print(start.apply(cell));
                                screen.flush();
                                if (warm.add(List.of(cell.text("env"), cell.text("algo"), cell.text("schedule")))) {
                                    MeasuredRun.warmUp(flags.config(flags(cell)), warmUpSteps(cell), listening);
                                }
                                log.add(cell.with(measure(cell, flags, report.folder(), listening)));
                                return log.find(cell).orElseThrow();
                            },
                            done -> {
                                String begun = start.apply(done.cell());
                                String line = begun + (done.before() ? "done before, " : "");
                                line = ScreenTable.line(line, done.result(), shown());
                                screen.println(done.before() ? line : line.substring(begun.length()));
                                rows.add(done.result());
                            });
        }
        if (rows.size() < cells.size()) {
            throw new InterruptedException("between two cells");
        }
        return rows;
    }
}
