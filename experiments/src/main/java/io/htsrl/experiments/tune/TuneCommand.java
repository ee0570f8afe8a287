package io.htsrl.experiments.tune;

import io.htsrl.cli.command.SettingsCommand;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Runs;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Layer;
import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import io.htsrl.experiments.tune.Tuning.Trial;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hts tune}: finds the threads and batches with which a run is fastest on this machine. One thread. */
@Command(
        name = "tune",
        header = "Finds the threads and batches with which a run is fastest here.",
        customSynopsis = "hts tune --algo NAME --env ID [settings of hts train] [--free] [--out FILE]",
        description =
                "Measures what steps, forwards, updates and hand-overs between threads cost on this machine, with "
                        + "this environment and this network; predicts the throughput of every setting of --executors, "
                        + "--actors, --actor-batch, --wait and --learners, none of which changes a bit of the run; measures "
                        + "the best ones; and writes a file of settings with the fastest. What is given of these as a flag "
                        + "stays as it is. The machine should have nothing else to do meanwhile.",
        footer = {
            "  hts tune --algo ppo --env CartPole-v1",
            "  hts train --config tuned.yaml",
            "        the run that was tuned: the same digest as without the file, sooner",
            "  hts tune --config runs/mine/config.yaml --wait blocking --out mine.yaml",
            "        a recorded run's settings, with threads that must wait without spinning"
        })
public final class TuneCommand extends SettingsCommand implements Runs {
    /** Keys of settings for a run's output, since nothing is written here. */
    private static final Set<String> OF_RUNS = Set.of("out", "run-dir");

    private final MeasuringTimes times;

    @Option(
            names = "--free",
            description = "Also varies --num-envs, --sync-interval and minibatches, which change the bits and may "
                    + "change what is learned per step.")
    private boolean free;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "tuned.yaml",
            description = "The file of settings to write, for --config; default ${DEFAULT-VALUE}.")
    private Path file;

    @Mixin
    private PrintOption print = new PrintOption();

    /** @param times for how long it measures */
    public TuneCommand(MeasuringTimes times) {
        super(CliSettings.schema().without(OF_RUNS));
        this.times = times;
    }

    @Override
    public Integer call() throws InterruptedException {
        Violations violations = new Violations();
        Layer flags = flags(violations);
        WholeFile.check("--out", file, violations);
        ResolvedRun run = new ConfigResolver(flags, violations).resolve();
        refuse(run.config());
        if (print.isGiven()) {
            PrintWriter screen = out();
            screen.print(PrintOption.text(spec().qualifiedName(), List.of(), run));
            screen.flush();
            return ExitCode.OK;
        }
        PrintWriter out = run.quiet() ? new PrintWriter(PrintWriter.nullWriter()) : out();
        try {
            tune(flags, run, out);
            return ExitCode.OK;
        } catch (TrainingFailedException e) {
            ErrorOutput.printFailure(err(), e.getMessage(), e.getCause());
            return ExitCode.FAILED;
        }
    }

    /** Refuses runs without thread settings to tune, and runs whose bits depend on their timing. */
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
                "tune hts or sync; docs/explanation/async.md says what decides how fast " + schedule + " is");
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
        PipelineConfig pipeline = config.pipeline();
        out.println("tuning " + config.algorithm().algorithm() + " on " + config.env() + " for "
                + Runtime.getRuntime().availableProcessors() + " cores: schedule " + pipeline.schedule() + ", "
                + pipeline.numEnvs() + " environments, intervals of " + pipeline.syncInterval() + " steps");
        Set<String> kept = TunedSettings.KEYS.stream().filter(flags::has).collect(Collectors.toSet());
        TunedSettings given = TunedSettings.of(pipeline);
        if (!kept.isEmpty()) {
            out.println("as given: " + String.join(" ", given.flags(kept)));
        }
        out.flush();
        Tuning tuning = new Tuning(
                FreeSettings.early(flags, config), settings -> settings.keeping(kept, given), times, text -> {
                    out.println(text);
                    out.flush();
                });
        Tuning.Outcome outcome = tuning.run(free ? new FreeSettings(flags, config) : null);
        new TuneReport(out).print(outcome);
        WholeFile.write(file, file(flags, outcome));
        out.println("wrote " + file + ": hts train --config " + file);
        out.flush();
    }

    /**
     * Returns the file of settings that {@code hts tune} writes: all given and derived settings, with the best thread
     * settings. Pure.
     */
    private static String file(Layer flags, Tuning.Outcome outcome) {
        Trial.Measured best = outcome.best();
        Trial trial = best.trial();
        Layer tuned = FreeSettings.with(flags, trial.changes());
        List<String> values = trial.settings().values();
        for (int i = 0; i < values.size(); i++) {
            tuned = tuned.replacing(TunedSettings.KEYS.get(i), values.get(i));
        }
        String changes = TuneReport.changes(trial.changes());
        return Numbers.text(
                        "# Tuned by hts tune for a machine of %d cores: %s, none of which changes a bit.%n%s"
                                + "# %,.0f steps/s measured, %,.0f predicted.%n",
                        outcome.load().cores(),
                        trial.settings(),
                        changes.isEmpty() ? "" : "# These do, by --free: " + changes.strip() + System.lineSeparator(),
                        best.stepsPerSecond(),
                        trial.forecast().stepsPerSecond())
                + ConfigYaml.of(new ConfigResolver(tuned, new Violations()).resolve());
    }
}
