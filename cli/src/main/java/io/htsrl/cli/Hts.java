package io.htsrl.cli;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.cli.doctor.DoctorCommand;
import io.htsrl.cli.evaluate.EvaluateCommand;
import io.htsrl.cli.play.PlayCommand;
import io.htsrl.cli.project.InitCommand;
import io.htsrl.cli.project.NewCommand;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ForeignFlags;
import io.htsrl.cli.settings.ParseErrors;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.signals.Signals;
import io.htsrl.cli.sweep.SweepCommand;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.cli.train.ForkCommand;
import io.htsrl.cli.train.ResumeCommand;
import io.htsrl.cli.train.TrainCommand;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.service.ClassPathVariable;
import io.htsrl.core.service.Services;
import io.htsrl.core.service.VectorModule;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.ValueTypes;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The program {@code hts}, which consists of subcommands. */
@Command(
        name = "hts",
        header = "hts-rl: high-throughput synchronous reinforcement learning, reproducible to the bit.",
        synopsisHeading = "%nUsage: ",
        commandListHeading = "%nCommands:%n",
        subcommands = CommandLine.HelpCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.VersionText.class,
        footer = {"", "Start with:  hts train --algo ppo --env CartPole-v1"})
public final class Hts implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    Hts() {}

    /**
     * Returns the command line over {@code runner}, with all subcommands or only the one that {@code arguments} begin
     * with: the others would take most of a quick start.
     *
     * @param runner what {@code hts train} runs
     * @param arguments those that will be executed; none for all subcommands
     */
    public static CommandLine commandLine(TrainingRunner runner, String... arguments) {
        chooseLogging();
        CommandLine only = arguments.length == 0 ? null : command(runner, arguments[0]);
        return ofProgram(only == null ? withAll(runner) : new CommandLine(new Hts()).addSubcommand(only));
    }

    private static CommandLine withAll(TrainingRunner runner) {
        CommandLine hts = new CommandLine(new Hts());
        commands(runner).values().forEach(command -> hts.addSubcommand(command.get()));
        for (CommandProvider provider : Services.load(CommandProvider.class)) {
            checked(provider, provider::commands)
                    .forEach((name, command) -> checked(provider, () -> hts.addSubcommand(name, command.get())));
        }
        return hts.addSubcommand(new CompletionCommand());
    }

    /** Returns the command of this name, or null. */
    private static CommandLine command(TrainingRunner runner, String name) {
        Supplier<CommandLine> own = commands(runner).get(name);
        if (own != null) {
            return own.get();
        }
        for (CommandProvider provider : Services.load(CommandProvider.class)) {
            Supplier<CommandLine> theirs = checked(provider, provider::commands).get(name);
            if (theirs != null) {
                return checked(provider, theirs);
            }
        }
        return null;
    }

    /** Returns the program as {@link #main} runs it, with the command that {@code arguments} name or with all. */
    public static CommandLine program(String... arguments) {
        return commandLine((config, attachments) -> new Trainer(config, attachments).run(), arguments);
    }

    /** Returns the subcommands by name, in the order of the help. A {@link CommandProvider} adds others. */
    private static Map<String, Supplier<CommandLine>> commands(TrainingRunner runner) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("train", () -> new TrainCommand(runner).commandLine());
        commands.put("resume", () -> new ResumeCommand(runner).commandLine());
        commands.put("fork", () -> new ForkCommand(runner).commandLine());
        commands.put("sweep", () -> new SweepCommand(runner).commandLine());
        commands.put("evaluate", () -> new EvaluateCommand().commandLine());
        commands.put("play", () -> new PlayCommand().commandLine());
        commands.put("doctor", () -> new DoctorCommand().commandLine());
        commands.put("envs", () -> new CommandLine(new EnvsCommand()));
        commands.put("presets", () -> new CommandLine(new PresetsCommand()));
        commands.put("init", () -> new CommandLine(new InitCommand()));
        commands.put("new", () -> new CommandLine(new NewCommand()));
        return commands;
    }

    private static CommandLine ofProgram(CommandLine hts) {
        return ForeignFlags.takeUnderscores(hts)
                .registerConverter(Path.class, Hts::path)
                .setUsageHelpWidth(Terminal.helpColumns())
                .setParameterExceptionHandler((e, arguments) -> report(e))
                .setExecutionExceptionHandler((e, command, parsed) -> report(e, command));
    }

    private static <T> T checked(CommandProvider provider, Supplier<T> action) {
        try {
            return action.get();
        } catch (RuntimeException | LinkageError e) {
            throw Services.failed(provider, e);
        }
    }

    /** Turns an exception of a command into a message and an exit code; nothing else does so. */
    private static int report(Exception e, CommandLine command) {
        if (e instanceof ConfigurationException mistakes) {
            ErrorOutput.printMistakes(command.getErr(), command.getCommandSpec(), mistakes);
            return ExitCode.MISTAKE;
        }
        if (e instanceof CheckpointException || e instanceof RunDirectoryException) { // the message says everything
            ErrorOutput.printPlain(command.getErr(), e.getMessage());
            return e instanceof CheckpointException ? ExitCode.MISTAKE : ExitCode.FAILED;
        }
        if (e instanceof RunFailedException) { // outside of a run: a run's session reports its own failures
            ErrorOutput.printFailure(command.getErr(), e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        }
        ErrorOutput.printFailure(command.getErr(), command.getCommandSpec().qualifiedName() + " failed: " + e, e);
        return ExitCode.FAILED;
    }

    private static int report(ParameterException refused) {
        Violations violations = new Violations();
        ParseErrors.add(refused, violations);
        return report(new ConfigurationException(violations), refused.getCommandLine());
    }

    /** Lists the commands, for {@code hts} without one. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.MISTAKE;
    }

    /**
     * Returns the run that {@code hts train} would make of these arguments, for programs that train by themselves.
     *
     * @param arguments what follows {@code hts train}
     * @throws io.htsrl.core.error.ConfigurationException with everything that is wrong, including flags that a run's
     *     settings do not hold: evaluations, checkpoints, files
     */
    public static RunConfig configure(String... arguments) {
        return resolve(true, arguments).config();
    }

    /** Returns the same run for arguments of {@code hts train}, and accepts flags that a run's settings do not hold. */
    public static RunConfig configureWhole(String... arguments) {
        return resolve(arguments).config();
    }

    /**
     * Returns everything that {@code hts train} would conclude from these arguments, with the origin of each setting.
     */
    public static ResolvedRun resolve(String... arguments) {
        return resolve(false, arguments);
    }

    private static ResolvedRun resolve(boolean alone, String... arguments) {
        chooseLogging();
        TrainCommand command = new TrainCommand((config, attachments) -> {
            throw new IllegalStateException("only resolved, never run");
        });
        CommandLine train = ForeignFlags.takeUnderscores(command.commandLine()).setCommandName("hts train");
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(train.parseArgs(arguments), CliSettings.schema(), violations);
        if (alone) {
            CliSettings.refuseAroundARun(flags, violations);
        }
        return new ConfigResolver(flags, violations).resolve();
    }

    public static void main(String[] args) {
        PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
        Signals.endWithoutRun(err, System::exit); // first: the rest of the start takes a second
        VectorModule.load(); // before a class that uses it is linked
        warnOfMissing(System.getenv(ClassPathVariable.NAME), err);
        int code = execute(
                () -> {
                    Services.load(ComputeBackend.class).forEach(ComputeBackend::prepare);
                    return program(args);
                },
                err,
                args);
        System.exit(code); // threads of native libraries must not keep the process
    }

    /** Without this warning no message would say why the classes in missing jars are not found. */
    static void warnOfMissing(String classPath, PrintWriter err) {
        ClassPathVariable.missing(classPath)
                .forEach(entry -> ErrorOutput.printWarning(
                        err,
                        ClassPathVariable.NAME + " names " + ShownText.of(entry) + ", which is not there: looked for "
                                + "from " + Path.of("").toAbsolutePath()));
    }

    /** Makes the command line, runs it and reports failures from outside of any command. Returns the exit code. */
    static int execute(Supplier<CommandLine> program, PrintWriter err, String... args) {
        try {
            CommandLine commandLine = program.get();
            int code = commandLine.execute(args);
            commandLine.getOut().flush();
            return code;
        } catch (ConfigurationException e) { // a class on the class path: no command can be trusted
            ErrorOutput.printPlain(err, e.getMessage());
            return ExitCode.MISTAKE;
        } catch (OutOfMemoryError e) {
            ErrorOutput.printPlain(err, ErrorOutput.noMemory("hts", e));
            return ExitCode.FAILED;
        }
    }

    /**
     * Chooses what is logged where hts is the program: warnings, on stderr. Before the first logger is made, unless the
     * user has chosen. The file is not called {@code logback.xml} at the root of the jar, which would decide for every
     * program that has the jar on its class path.
     */
    private static void chooseLogging() {
        String choice = "logback.configurationFile";
        if (System.getProperty(choice) == null && Hts.class.getResource("/logback.xml") == null) {
            System.setProperty(choice, "io/htsrl/cli/logback.xml");
        }
    }

    /** @throws TypeConversionException when {@code word} is no path */
    private static Path path(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + ShownText.of(word) + "': it " + ValueTypes.pathRule());
        }
    }
}
