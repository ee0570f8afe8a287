package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.logging.feed.LogFeed;
import io.htsrl.trainer.logging.feed.Loggers;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/** The loggers of one run, which receive its reports through its files. One thread, except {@link #force}. */
record LoggedRun(RunDirectory files, LogFeed feed) {

    /**
     * Opens the loggers.
     *
     * @param settings settings of the run's {@code config.yaml}
     * @param goingOn null for a run that begins
     * @param handle the run, for loggers that read it while it runs
     * @throws io.htsrl.core.error.ConfigurationException when a logger refuses its settings
     */
    static LoggedRun open(
            ResolvedRun run,
            RunDirectory files,
            Map<String, String> settings,
            ResumePlan goingOn,
            RunHandle handle,
            PrintWriter err) {
        long interval =
                goingOn == null ? 0 : CheckpointFolder.interval(goingOn.from().path());
        RunContext context = Loggers.context(Optional.of(files.folder()), run.config(), interval, settings, handle);
        LogFeed feed = run.loggers().open(context, warning -> ErrorOutput.printWarning(err, warning));
        files.tell(feed);
        return new LoggedRun(files, feed);
    }

    /** Writes everything that a checkpoint refers to to the disk. Any thread. */
    void force() throws IOException {
        files.force();
        feed.force();
    }

    /**
     * Ends a run with a result: writes it to the files first, then passes it to the loggers.
     *
     * @throws RunDirectoryException when one cannot be written
     */
    void complete(RunConfig config, TrainingResult result) {
        try {
            files.complete(config, result);
        } catch (RunDirectoryException e) {
            feed.close(RunOutcome.failed(e));
            throw e;
        }
        feed.close(RunOutcome.of(result));
    }

    /** Ends a run without a result. */
    void close(Throwable failure) {
        try {
            files.endIntervals();
        } catch (RunDirectoryException e) {
            failure.addSuppressed(e); // the run's failure matters more
        }
        feed.close(RunOutcome.failed(failure));
    }
}
