package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.BestModel;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.settings.CheckpointSettings;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.Errors;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluatedTraining;
import io.htsrl.trainer.logging.feed.OpenDoors;
import io.htsrl.trainer.report.RestartRecord;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One training from the claim of its folder to its exit code: whatever the end, a summary is written and the user is
 * told. One thread.
 */
public final class TrainSession {
    private final ResolvedRun run;
    private final TrainingRunner runner;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunControl control = new RunControl();
    private final OpenDoors doors;
    private final RolloutSource rollouts;
    private boolean tellsHowToGoOn = true;
    private RunsTogether together;
    private String name;
    private boolean failureTold;
    private boolean interrupted;

    public TrainSession(ResolvedRun run, TrainingRunner runner, PrintWriter out, PrintWriter err) {
        this.run = run;
        this.runner = runner;
        this.out = out;
        this.err = err;
        this.doors = new OpenDoors(control, run.config().pipeline().schedule().checkpoints(), this::tell);
        this.rollouts = run.engine().source(run.config(), this::tell);
    }

    /** The same as one of several, whose caller tells how to go on with all of them. */
    public TrainSession ofSeveral() {
        tellsHowToGoOn = false;
        return this;
    }

    /** The same at the same time as others, as {@code name} in their table. */
    public TrainSession ofSeveral(RunsTogether others, String itsName) {
        together = others;
        name = itsName;
        return ofSeveral();
    }

    /**
     * Runs from the beginning, in a folder of its own, and returns the exit code.
     *
     * @throws ConfigurationException when the run directory is refused: nothing was run
     */
    public int train(List<String> commandLine) {
        Instant start = Instant.now();
        run.config().checkCapacity(Limits.here(), rollouts.remembersElsewhere()); // before there is a folder
        Path folder = claim(start);
        return guarded(() -> new RunDirectory(folder, run.logInterval(), run.thinning()), null, files -> {
            files.write("config.yaml", ConfigYaml.of(run));
            files.write(
                    "manifest.json",
                    Manifest.of(
                            run.config(),
                            BuildInfo.current(),
                            commandLine,
                            start,
                            run.checkpoints().exactness(run.config())));
        });
    }

    /**
     * Goes on from a checkpoint of {@link #run}, in its own folder, and returns the exit code.
     *
     * @param lock of that folder
     * @throws ConfigurationException when its files are not what they were: nothing was run, nothing is changed
     */
    int resume(RunLock lock, Continuation goingOn, List<String> commandLine) {
        run.config().checkCapacity(Limits.here(), rollouts.remembersElsewhere());
        CheckpointFile from = goingOn.from();
        return guarded(() -> RunDirectory.reopen(lock, run.logInterval(), run.thinning()), goingOn, files -> {
            files.verify(from);
            files.write(
                    "manifest.json",
                    Manifest.resumed(
                            RunReader.open(lock.folder()).manifest(),
                            goingOn.before(),
                            run.config(),
                            BuildInfo.current(),
                            commandLine,
                            Instant.now(),
                            CheckpointFolder.interval(from.path()),
                            run.checkpoints().exactness(run.config())));
        });
    }

    /** What a logger tells. */
    private void tell(String line) {
        if (!run.quiet()) {
            out.println(line);
            out.flush();
        }
    }

    /** Whether the user has ended the run, or wanted to. */
    public boolean interrupted() {
        return interrupted;
    }

    private Path claim(Instant start) {
        RunConfig config = run.config();
        String name = RunFolders.defaultName(config.env(), config.algorithm().algorithm(), config.seed(), start);
        return run.runDir().map(RunFolders::claim).orElseGet(() -> RunFolders.claimFresh(Path.of("runs", name)));
    }

    /** @param goingOn null for a run that begins, here and below */
    private int guarded(Supplier<RunDirectory> opening, Continuation goingOn, Consumer<RunDirectory> describing) {
        try (Interruption interruption = interruption();
                RunDirectory files = opening.get()) {
            describing.accept(files);
            int code = run(files, goingOn, interruption);
            interrupted = interruption.happened();
            return interruption.code(code);
        } catch (RunDirectoryException e) {
            if (!failureTold) {
                Errors.printPlain(err, e.getMessage());
            }
            return ExitCode.FAILED;
        }
    }

    private Interruption interruption() {
        return together == null ? new Interruption(control, err).install() : together.interruption(control);
    }

    private int run(RunDirectory files, Continuation goingOn, Interruption interruption) {
        CheckpointFile from = goingOn == null ? null : goingOn.from();
        if (!run.quiet()) {
            RunTexts.printHeader(out, run, files.folder(), goingOn);
            RunConfig config = run.config();
            config.algorithm().advice(config.pipeline()).forEach(advice -> Errors.printWarning(err, advice));
        }
        Map<String, String> settings = settings(files, goingOn);
        LoggedRun logged = logged(files, settings, goingOn);
        Progress progress = progress();
        TraceOutput trace = new TraceOutput(run, files.folder(), from, err);
        EvaluatedTraining training = new EvaluatedTraining(run.config(), run.evaluation(), runner, files.evaluations());
        TrainingResult result;
        try {
            Attachments attached = Attachments.none()
                    .with(TrainingListener.both(listener(files, progress), logged.feed()))
                    .with(control)
                    .with(checkpoints(files, settings, logged, goingOn))
                    .with(trace.timeline())
                    .collectedBy(rollouts);
            result = training.run(doors.attachedTo(attached, run.trace().file().isPresent()));
        } catch (TrainingFailedException | InterruptedException | RuntimeException | Error e) {
            progress.end();
            logged.close(e);
            throwIfRefused(e, from);
            return fail(files, trace, e, interruption);
        }
        progress.end();
        logged.complete(run.config(), result);
        return finish(files, trace, result, interruption, training.evaluated());
    }

    private LoggedRun logged(RunDirectory files, Map<String, String> settings, Continuation goingOn) {
        try {
            return LoggedRun.open(run, files, settings, goingOn, doors, err);
        } catch (ConfigurationException mistake) {
            if (goingOn == null) { // else the run is what it was
                new FailureReport(run.config(), files, err, tellsHowToGoOn)
                        .summarize("configuration", mistake.getMessage(), -1, false);
            }
            throw mistake;
        }
    }

    /** As the run's config.yaml has them from here on. */
    private static Map<String, String> settings(RunDirectory files, Continuation goingOn) {
        RunReader reader = RunReader.open(files.folder());
        return goingOn == null || goingOn.yaml() == null ? reader.settings() : reader.settings(goingOn.yaml());
    }

    private TrainingListener listener(RunDirectory files, Progress progress) {
        TrainingListener written =
                TrainingListener.both(files, BestModel.in(files.folder(), run.config(), run.evaluation()));
        return TrainingListener.both(TrainingListener.both(written, progress), new TrainingListener() {
            @Override
            public void onSelfCheck(SelfCheckReport report) {
                RunTexts.printSelfCheck(out, err, run.quiet(), report);
            }

            @Override
            public void onRestart(RestartRecord restart) {
                RunTexts.printRestart(err, restart);
            }
        });
    }

    private CheckpointPlan checkpoints(
            RunDirectory files, Map<String, String> settings, LoggedRun logged, Continuation goingOn) {
        CheckpointSettings wanted = run.checkpoints();
        Stateful part = goingOn == null ? files : goingOn.part(files);
        return new CheckpointPlan(
                RunFolders.checkpoints(files.folder()),
                wanted.every(),
                wanted.keep(),
                CheckpointIdentity.of(settings, run.config()),
                Map.of(RunDirectory.PART, part),
                logged::force,
                goingOn == null ? null : goingOn.from(),
                wanted.atStop(run.config()));
    }

    /** A checkpoint that does not fit is the user's to exchange: nothing was run, and nothing is to be told of a run. */
    private static void throwIfRefused(Throwable failure, CheckpointFile from) {
        if (failure instanceof CheckpointException refused
                && from != null
                && refused.file().equals(from.path())) {
            throw refused;
        }
    }

    private int fail(RunDirectory files, TraceOutput trace, Throwable failure, Interruption interruption) {
        FailureReport report = new FailureReport(run.config(), files, err, tellsHowToGoOn);
        if (failure instanceof ConfigurationException mistake) { // found out by the trainer alone
            report.summarize("configuration", mistake.getMessage(), -1, false);
            throw mistake;
        }
        if (failure instanceof TrainingFailedException complete) {
            complete.result().ifPresent(result -> files.complete(run.config(), result));
        }
        failureTold = true;
        int code = tell(report, failure, interruption);
        trace.writeOfFailed(control);
        return code;
    }

    private static int tell(FailureReport report, Throwable failure, Interruption interruption) {
        if (failure instanceof TrainingFailedException failed) {
            return report.of(failed, interruption.happened());
        }
        return failure instanceof RunAbortedException || failure instanceof InterruptedException
                ? report.ofAbort()
                : report.ofUnexpected(failure);
    }

    private int finish(
            RunDirectory files,
            TraceOutput trace,
            TrainingResult result,
            Interruption interruption,
            boolean evaluated) {
        if (!run.quiet()) {
            RunTexts.printResult(out, run, result, files.tally(), files.folder());
        }
        if (result.stopped() && tellsHowToGoOn) {
            RunTexts.printGoingOn(out, err, run, files.folder());
        }
        trace.write().filter(text -> !run.quiet()).ifPresent(text -> {
            out.println("  trace     " + text);
            out.flush();
        });
        boolean asked = interruption.happened() || doors.askedToStop();
        return asked && result.stopped() || interruption.happened() && !evaluated ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private Progress progress() {
        if (together != null) {
            return together.progress(name, run.config());
        }
        if (run.quiet()) {
            return Progress.NONE;
        }
        ProgressText text = new ProgressText(run.config());
        return Terminal.isInteractive()
                ? new BarProgress(out, text, Terminal.columns(), System::nanoTime)
                : new PlainProgress(out, text, System::nanoTime);
    }
}
