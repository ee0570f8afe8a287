package io.htsrl.experiments;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.experiments.tune.TuneCommand;
import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Adds {@code hts experiment}, {@code hts plot}, {@code hts report} and {@code hts tune} to the program. */
public final class ExperimentCommands implements CommandProvider {

    /** {@code hts experiment}, which has only subcommands. */
    @Command(
            name = "experiment",
            mixinStandardHelpOptions = true,
            header = "Measures the schedules' throughput and compares it with the paper's predictions.",
            synopsisHeading = "%nUsage: ",
            commandListHeading = "%nExperiments:%n",
            subcommands = HelpCommand.class,
            footer = {
                "",
                "Each prints a table, and writes CSV, PNG and SVG. Flags that it does not know are those of",
                "'hts train', and hold for every run. Lists have commas between their values."
            })
    private static final class All implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            spec.commandLine().usage(spec.commandLine().getErr());
            return ExitCode.MISTAKE;
        }
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands() {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("experiment", ExperimentCommands::experiments);
        commands.put("plot", () -> new CommandLine(new PlotCommand()));
        commands.put("report", () -> new CommandLine(new ReportCommand()));
        commands.put("tune", () -> new TuneCommand(MeasuringTimes.DEFAULT).commandLine());
        return commands;
    }

    private static CommandLine experiments() {
        CommandLine experiments = new CommandLine(new All());
        for (ExperimentCommand experiment : List.of(
                new StepTimeExperiment(),
                new PolicyLagExperiment(),
                new AxisExperiment.Actors(),
                new AxisExperiment.SyncInterval(),
                new LearningCurvesExperiment())) {
            experiments.addSubcommand(experiment.commandLine());
        }
        return experiments;
    }
}
