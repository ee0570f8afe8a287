package io.htsrl.trainer.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.RunAbortedException;
import io.htsrl.core.RunControl;
import io.htsrl.trainer.Attachments;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.TrainingFailedException;
import io.htsrl.trainer.TrainingListener;
import io.htsrl.trainer.TrainingResult;
import io.htsrl.trainer.rundir.BuildInfo;
import io.htsrl.trainer.rundir.Manifest;
import io.htsrl.trainer.rundir.RunDirectory;
import io.htsrl.trainer.rundir.RunDirectoryException;
import io.htsrl.trainer.rundir.RunFolders;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * One training from the claim of its folder to its exit code: whatever the end, a summary is written and the user is
 * told. One thread.
 */
final class TrainSession {
    private final ResolvedRun run;
    private final TrainingRunner runner;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunControl control = new RunControl();
    private boolean failureTold;

    TrainSession(ResolvedRun run, TrainingRunner runner, PrintWriter out, PrintWriter err) {
        this.run = run;
        this.runner = runner;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs, and returns the exit code.
     *
     * @throws ConfigurationException when the run directory is refused: nothing was run
     */
    int run(List<String> commandLine) {
        Instant start = Instant.now();
        Path folder = claim(start);
        try (Interruption interruption = new Interruption(control, err).install()) {
            return run(folder, commandLine, start, interruption);
        } catch (RunDirectoryException e) {
            if (!failureTold) {
                Errors.printPlain(err, e.getMessage());
            }
            return ExitCode.FAILED;
        }
    }

    private Path claim(Instant start) {
        RunConfig config = run.config();
        String name = RunFolders.defaultName(config.env(), config.algorithm().algorithm(), config.seed(), start);
        return run.runDir().map(RunFolders::claim)
                .orElseGet(() -> RunFolders.claimFresh(Path.of("runs", name)));
    }

    private int run(Path folder, List<String> commandLine, Instant start, Interruption interruption) {
        try (RunDirectory files = new RunDirectory(folder, run.logInterval())) {
            files.write("config.yaml", ConfigYaml.of(run));
            files.write("manifest.json", Manifest.of(run.config(), BuildInfo.current(), commandLine, start));
            if (!run.quiet()) {
                RunTexts.printHeader(out, run, folder);
            }
            Progress progress = progress();
            EvaluatedTraining training = new EvaluatedTraining(run, runner, files.evaluations());
            TrainingResult result;
            try {
                result = training.run(Attachments.none().with(TrainingListener.both(files, progress)).with(control));
            } catch (TrainingFailedException | InterruptedException | RuntimeException | Error e) {
                progress.end();
                return fail(files, e, interruption);
            }
            progress.end();
            return finish(files, result, interruption, training.evaluated());
        }
    }

    private int fail(RunDirectory files, Throwable failure, Interruption interruption) {
        FailureReport report = new FailureReport(run.config(), files, err);
        if (failure instanceof ConfigurationException mistake) { // found out by the trainer alone
            report.summarize("configuration", mistake.getMessage(), false);
            throw mistake;
        }
        failureTold = true;
        if (failure instanceof TrainingFailedException failed) {
            return report.of(failed, interruption.happened());
        }
        return failure instanceof RunAbortedException || failure instanceof InterruptedException
                ? report.ofAbort() : report.ofUnexpected(failure);
    }

    private int finish(RunDirectory files, TrainingResult result, Interruption interruption, boolean evaluated) {
        files.complete(run.config(), result);
        if (!run.quiet()) {
            RunTexts.printResult(out, result, files.tally(), files.folder());
        }
        return interruption.happened() && (result.stopped() || !evaluated) ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private Progress progress() {
        if (run.quiet()) {
            return Progress.NONE;
        }
        ProgressText text = new ProgressText(run.config());
        return Terminal.isInteractive() ? new BarProgress(out, text, Terminal.columns(), System::nanoTime)
                : new PlainProgress(out, text, System::nanoTime);
    }
}
