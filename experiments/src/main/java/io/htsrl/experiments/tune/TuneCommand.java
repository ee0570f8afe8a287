package io.htsrl.experiments.tune;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.rundir.files.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.terminal.Errors;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hts tune}: the threads and batches with which a run is fastest on this machine. One thread. */
@Command(
        name = "tune",
        sortOptions = false,
        header = "Finds the threads and batches with which a run is fastest here.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "hts tune --algo NAME --env ID [settings of hts train] [--free] [--out FILE]",
        descriptionHeading = "%n",
        description =
                "Measures what steps, forwards, updates and hand-overs between threads cost on this machine, with "
                        + "this environment and this network; predicts the throughput of every setting of --executors, "
                        + "--actors, --actor-batch, --wait and --learners, none of which changes a bit of the run; measures "
                        + "the best ones; and writes a file of settings with the fastest. What is given of these as a flag "
                        + "stays as it is. The machine should have nothing else to do meanwhile.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts tune --algo ppo --env CartPole-v1",
            "  hts train --config tuned.yaml",
            "        the run that was tuned: the same digest as without the file, sooner",
            "  hts tune --config runs/mine/config.yaml --wait blocking --out mine.yaml",
            "        a recorded run's settings, with threads that must wait without spinning"
        })
public final class TuneCommand implements Callable<Integer>, Runs {
    /** What only a run that is made needs. */
    private static final Set<String> OF_RUNS = Set.of("out", "run-dir");

    private final Schema settings;
    private final Pace pace;

    @Option(
            names = "--free",
            description = "Tries other settings too that do change the bits: --num-envs, --sync-interval and "
                    + "minibatches. More steps a second need not be more learning a second.")
    private boolean free;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "tuned.yaml",
            description = "The file of settings to write, for --config; default ${DEFAULT-VALUE}.")
    private Path file;

    @Mixin
    private PrintOption print = new PrintOption();

    @Spec
    private CommandSpec spec;

    private TuneCommand(Schema settings, Pace pace) {
        this.settings = settings;
        this.pace = pace;
    }

    /** The command and its flags. */
    static CommandLine commandLine(Pace pace) {
        Schema settings = CliSettings.schema().without(OF_RUNS);
        return TrainOptions.commandLine(new TuneCommand(settings, pace), settings);
    }

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public List<CommandLine> commands() {
            return List.of(commandLine(Pace.USUAL));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(spec.commandLine().getParseResult(), settings, violations);
        WholeFile.check("--out", file, violations);
        ResolvedRun run = new ConfigResolver(flags, violations).resolve();
        refuse(run.config());
        if (print.isGiven()) {
            PrintWriter screen = spec.commandLine().getOut();
            screen.print(PrintOption.text(spec.qualifiedName(), List.of(), run));
            screen.flush();
            return ExitCode.OK;
        }
        PrintWriter out = run.quiet()
                ? new PrintWriter(PrintWriter.nullWriter())
                : spec.commandLine().getOut();
        try {
            tune(flags, run, out);
            return ExitCode.OK;
        } catch (TrainingFailedException e) {
            Errors.printFailure(spec.commandLine().getErr(), e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        }
    }

    /** Who has no knobs, and whose bits are those of its timing. */
    private static void refuse(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        Violations violations = new Violations();
        violations.check(
                !schedule.deterministic() || config.unpromised().isEmpty(),
                "--adapt-batch",
                true,
                "makes updates longer while they are measured",
                "leave it out here, and give it to hts train beside the file");
        violations.check(
                schedule.deterministic(),
                "--schedule",
                schedule,
                "must be one whose bits no thread decides",
                "tune hts or sync; docs/async.md says what decides how fast async is");
        violations.check(
                !schedule.oneThread(),
                "--schedule",
                schedule,
                "must be one of several threads, or there is nothing to tune",
                "tune " + schedule.concurrent() + ", which has the same bits");
        violations.throwIfAny();
    }

    private void tune(Layer flags, ResolvedRun run, PrintWriter out)
            throws TrainingFailedException, InterruptedException {
        RunConfig config = run.config();
        out.printf(
                Locale.ROOT,
                "tuning %s on %s for %d cores: schedule %s, %d environments, intervals of %d steps%n",
                config.algorithm().algorithm(),
                config.env(),
                Runtime.getRuntime().availableProcessors(),
                config.pipeline().schedule(),
                config.pipeline().numEnvs(),
                config.pipeline().syncInterval());
        KeptKnobs kept = KeptKnobs.of(flags, config);
        out.print(kept.text());
        out.flush();
        Tuning tuning = new Tuning(Hurried.of(flags, config), kept::on, pace, text -> {
            out.println(text);
            out.flush();
        });
        Tuning.Outcome outcome = tuning.run(free ? new FreeSettings(flags, config) : null);
        new TuneReport(out).print(outcome);
        WholeFile.write(file, TunedFile.text(flags, outcome));
        out.println("wrote " + file + ": hts train --config " + file);
        out.flush();
    }
}
