package io.htsrl.cli.train;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.Disk;
import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.OwnRuns;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CheckpointSettings;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.cli.train.Progress.BarProgress;
import io.htsrl.cli.train.Progress.PlainProgress;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluatedTraining;
import io.htsrl.trainer.logging.feed.OwnRunHandle;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs one training, from the claim of its folder to its exit code: it always writes a summary and reports the end to
 * the user. One thread.
 */
public final class TrainSession {
    private final ResolvedRun run;
    private final TrainingRunner runner;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunControl control = new RunControl();
    private final OwnRunHandle handle;
    private final RolloutSource rollouts;
    private SharedInterruption shared; // null for a run alone
    private ProgressTable together; // null for one at a time
    private String name;
    private boolean failureTold;
    private boolean refused;
    private boolean pausing;
    private boolean past;
    private ObjectNode manifest; // of an earlier run, as long as nothing else of it has changed

    public TrainSession(ResolvedRun run, TrainingRunner runner, PrintWriter out, PrintWriter err) {
        this.run = run;
        this.runner = runner;
        this.out = out;
        this.err = err;
        this.handle =
                new OwnRunHandle(control, run.config().pipeline().schedule().checkpoints(), this::tell).keepingOpen();
        this.rollouts = run.engine().source(run.config(), this::tell);
    }

    /** Makes this session one of several, which share signals, and whose caller reports how to continue them. */
    public TrainSession ofSeveral(SharedInterruption theirs) {
        shared = theirs;
        return this;
    }

    /** Makes this session stop the run after {@code intervals} intervals, with a checkpoint if the run can resume. */
    public TrainSession pausingAfter(long intervals) {
        pausing = true;
        control.requestStopAfter(intervals);
        return this;
    }

    /** Makes this session train the past of a fork again: its alarms are not reported once more. */
    TrainSession ofPast() {
        past = true;
        return this;
    }

    /** Makes this session run in parallel with others, as {@code itsName} in their table. */
    public TrainSession in(ProgressTable others, String itsName) {
        together = others;
        name = itsName;
        return this;
    }

    /**
     * Runs from the beginning, in a new folder, and returns the exit code.
     *
     * @throws ConfigurationException when the run directory or the environment is refused: nothing was run, and the
     *     folder is deleted again
     */
    public int train(List<String> commandLine) {
        Instant start = Instant.now();
        run.config().checkCapacity(Limits.here()); // before a folder exists
        Path folder = claim(start);
        try {
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
                OwnRuns.ofUser()
                        .mark(
                                files.folder(),
                                Environments.foreignCode(
                                        run.config().env(), run.config().envOptions()));
            });
        } finally {
            if (refused && alone()) { // else the caller needs the files to see why
                RunFolders.release(folder);
            }
        }
    }

    /**
     * Continues from a checkpoint of {@link #run}, in its own folder, and returns the exit code.
     *
     * @param lock lock of that folder
     * @throws ConfigurationException when its files have changed: nothing was run or changed
     */
    int resume(RunLock lock, ResumePlan goingOn, List<String> commandLine) {
        run.config().checkCapacity(Limits.here());
        CheckpointFile from = goingOn.from();
        return guarded(() -> RunDirectory.reopen(lock, run.logInterval(), run.thinning()), goingOn, files -> {
            files.verify(from);
            manifest = RunReader.open(lock.folder()).manifest();
            files.write(
                    "manifest.json",
                    Manifest.resumed(
                            manifest.deepCopy(),
                            goingOn.before(),
                            run.config(),
                            BuildInfo.current(),
                            commandLine,
                            Instant.now(),
                            CheckpointFolder.interval(from.path()),
                            run.checkpoints().exactness(run.config())));
        });
    }

    /** Prints a line of a logger. */
    private void tell(String line) {
        if (!run.quiet()) {
            out.println(line);
        }
    }

    private Path claim(Instant start) {
        RunConfig config = run.config();
        String name = RunFolders.defaultName(config.env(), config.algorithm().algorithm(), config.seed(), start);
        return run.runDir().map(RunFolders::claim).orElseGet(() -> RunFolders.claimFresh(Path.of("runs", name)));
    }

    /** @param goingOn null for a run that begins, here and below */
    private int guarded(Supplier<RunDirectory> opening, ResumePlan goingOn, Consumer<RunDirectory> describing) {
        boolean pageStays = false;
        int code;
        try (Interruption interruption = interruption();
                RunDirectory files = opening.get()) {
            describing.accept(files);
            code = interruption.code(run(files, goingOn, interruption));
            pageStays = alone() && !interruption.happened();
        } catch (RunDirectoryException e) {
            if (!failureTold) {
                ErrorOutput.printPlain(err, e.getMessage());
            }
            code = ExitCode.FAILED;
        } finally {
            if (!pageStays) {
                handle.openPage().ifPresent(page -> page.close().run());
            }
        }
        if (pageStays) {
            handle.openPage().ifPresent(page -> new PageAfterRun(page, out).await(run.quiet()));
        }
        return code;
    }

    private Interruption interruption() {
        return alone() ? new Interruption(control, err).install() : shared.join(control);
    }

    /** Returns whether this session reports how to continue. */
    private boolean alone() {
        return shared == null;
    }

    private int run(RunDirectory files, ResumePlan goingOn, Interruption interruption) {
        CheckpointFile from = goingOn == null ? null : goingOn.from();
        if (!run.quiet()) {
            RunTexts.printHeader(out, run, files.folder(), goingOn);
            RunConfig config = run.config();
            if (run.checkpoints().atEnd() && run.checkpoints().isTooLarge(config)) {
                RunTexts.line(
                        out,
                        "  resume    no checkpoint at the end, since the replay buffer has more than 1 GB; give "
                                + "--checkpoint-every N to extend this run later");
            }
            config.algorithm().advice(config.pipeline()).forEach(advice -> ErrorOutput.printWarning(err, advice));
        }
        Map<String, String> settings = settings(files, goingOn);
        LoggedRun logged = logged(files, settings, goingOn);
        Progress progress = progress();
        TraceOutput trace = new TraceOutput(run, files.folder(), from, err);
        EvaluatedTraining training = new EvaluatedTraining(run.config(), run.evaluation(), runner, files.evaluations());
        TrainingResult result;
        try {
            Attachments attached = Attachments.none()
                    .with(files)
                    .with(progress)
                    .with(announcer(files))
                    .with(logged.feed())
                    .with(control)
                    .with(trace.timeline())
                    .collectedBy(rollouts);
            CheckpointPlan plan = checkpoints(files, settings, logged, goingOn);
            if (!run.checkpoints().alarms().isEmpty()) { // others need no state of alarms in their checkpoints
                PrintWriter shown = past ? new PrintWriter(Writer.nullWriter()) : err;
                Alarms alarms = new Alarms(run.checkpoints(), files.folder(), control, shown);
                attached = attached.with(alarms);
                plan = plan.with(Alarms.PART, alarms);
            }
            boolean recordsSpans = run.trace().file().isPresent();
            result = training.run(handle.attachedTo(attached.with(plan), recordsSpans));
        } catch (TrainingFailedException | InterruptedException | RuntimeException | Error e) {
            progress.end();
            logged.close(e);
            putBack(files);
            throwIfRefused(e, from);
            return fail(files, trace, e, interruption);
        }
        progress.end();
        logged.complete(run.config(), result);
        return finish(files, trace, result, interruption, training.evaluated());
    }

    private LoggedRun logged(RunDirectory files, Map<String, String> settings, ResumePlan goingOn) {
        try {
            return LoggedRun.open(run, files, settings, goingOn, handle, err);
        } catch (ConfigurationException mistake) {
            refused = true;
            putBack(files);
            report(files).summarize("configuration", mistake.getMessage(), -1, false);
            throw mistake;
        }
    }

    /** Returns the settings of the run's {@code config.yaml} from here on. */
    private static Map<String, String> settings(RunDirectory files, ResumePlan goingOn) {
        RunReader reader = RunReader.open(files.folder());
        return goingOn == null || goingOn.yaml() == null ? reader.settings() : reader.settings(goingOn.yaml());
    }

    private TrainingListener announcer(RunDirectory files) {
        EnvironmentSpec spec =
                run.evaluation().enabled() ? run.config().ask(Environment::spec) : null; // before the run's threads
        return new TrainingListener() {
            @Override
            public void onBestPolicy(EvaluationRecord evaluation, long version, float[] parameters) {
                Path best = files.folder().resolve(ModelFile.BEST);
                ModelFile.Model model = new ModelFile.Model(version, parameters);
                try {
                    ModelFile.writeEvaluated(Disk.REAL, best, run.config(), spec, evaluation, model);
                } catch (CheckpointException e) {
                    throw RunDirectoryException.of(best, e);
                }
            }

            @Override
            public void onEnvironmentCheck(EnvironmentReport report) {
                report.allWarnings().forEach(warning -> ErrorOutput.printWarning(err, warning));
            }

            @Override
            public void onSelfCheck(SelfCheckReport report) {
                RunTexts.printSelfCheck(out, err, run.quiet(), report);
            }

            @Override
            public void onRestart(RestartRecord restart) {
                RunTexts.printRestart(err, restart);
            }

            @Override
            public void onWarning(String message) {
                ErrorOutput.printWarning(err, message);
            }
        };
    }

    private CheckpointPlan checkpoints(
            RunDirectory files, Map<String, String> settings, LoggedRun logged, ResumePlan goingOn) {
        CheckpointSettings wanted = run.checkpoints();
        Stateful part = goingOn == null ? files : goingOn.part(files, () -> manifest = null);
        return new CheckpointPlan(
                RunFolders.checkpoints(files.folder()).folder(),
                wanted.every(),
                wanted.newestKept(),
                CheckpointIdentity.of(settings, run.config()),
                Map.of(RunDirectory.PART, part),
                logged::force,
                goingOn == null ? null : goingOn.from(),
                wanted.atStop(run.config()),
                wanted.atEnd(run.config()));
    }

    /** Leaves an earlier run as it was if nothing of it has been restored yet. */
    private void putBack(RunDirectory files) {
        if (manifest != null) {
            files.write("manifest.json", JsonDocument.pretty(manifest));
        }
    }

    private FailureReport report(RunDirectory files) {
        return new FailureReport(run.config(), files, err, alone(), manifest != null);
    }

    /** Throws a refusal: a checkpoint that does not fit is the user's mistake, and had no run to report. */
    private static void throwIfRefused(Throwable failure, CheckpointFile from) {
        if (failure instanceof CheckpointException refused
                && from != null
                && refused.file().equals(from.path())) {
            throw refused;
        }
    }

    private int fail(RunDirectory files, TraceOutput trace, Throwable failure, Interruption interruption) {
        FailureReport report = report(files);
        if (failure instanceof ConfigurationException mistake) { // only the trainer detects it
            refused = files.tally().last() == null;
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
            RunTexts.printResult(out, run, result, control.endReason(), files.tally(), files.folder());
        }
        if (result.stopped() && alone() && !pausing) {
            RunTexts.printGoingOn(out, err, run, files.folder());
        }
        trace.write().filter(text -> !run.quiet()).ifPresent(text -> RunTexts.line(out, "  trace     " + text));
        boolean asked = interruption.happened() || handle.askedToStop();
        return asked && result.stopped() || interruption.happened() && !evaluated ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private Progress progress() {
        if (together != null) {
            return together.row(name, run.config());
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
