package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.Summary;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Tells of a run that gave no result, on stderr and in {@code summary.json}. One thread, one failure. */
final class FailureReport {
    private final RunConfig config;
    private final RunDirectory files;
    private final PrintWriter err;
    private final boolean alone;

    /** @param alone whether the run is not one of several, whose caller tells how to go on with all of them */
    FailureReport(RunConfig config, RunDirectory files, PrintWriter err, boolean alone) {
        this.config = config;
        this.files = files;
        this.err = err;
        this.alone = alone;
    }

    /** A worker failed. Returns the exit code. */
    int of(TrainingFailedException failure, boolean interrupted) {
        if (failure.getCause() instanceof RunAbortedException) {
            return ofAbort();
        }
        return report(failure.role(), failure.getMessage(), failure.getCause(), interrupted);
    }

    /** The run was given up at the user's wish. */
    int ofAbort() {
        summarize("user", "aborted before the end of an interval", -1, true);
        ErrorOutput.printPlain(
                err,
                files.tally().last() == null
                        ? "ended before an interval was complete: nothing was learnt" + again()
                        : "aborted; " + files.folder() + " holds what was written");
        return ExitCode.INTERRUPTED;
    }

    /** How to go on from nothing, or from where the run was resumed. */
    private String again() {
        Path folder = files.folder();
        if (!alone) {
            return "";
        }
        return RunFolders.checkpoints(folder).list().isEmpty()
                ? "; start again with 'hts train --config " + folder.resolve("config.yaml") + "'"
                : "; go on with 'hts resume " + folder + "'";
    }

    /** Something failed outside the workers. */
    int ofUnexpected(Throwable failure) {
        return report("trainer", "trainer failed: " + failure, failure, false);
    }

    private int report(String role, String message, Throwable cause, boolean interrupted) {
        RuntimeException disk = disk(cause);
        OutOfMemoryError memory = find(OutOfMemoryError.class, cause);
        RunFailedException failed = find(RunFailedException.class, cause);
        boolean summarized = summarize(
                role, disk != null ? disk.getMessage() : message, failed == null ? -1 : failed.interval(), interrupted);
        if (disk != null) {
            ErrorOutput.printPlain(
                    err, disk.getMessage() + (summarized ? "" : "; summary.json could not be written either"));
        } else if (memory != null) {
            ErrorOutput.printPlain(err, ErrorOutput.noMemory(role, memory));
        } else {
            ErrorOutput.printFailure(err, message, failed != null ? failed.getCause() : cause);
        }
        return ExitCode.FAILED;
    }

    /**
     * Writes the summary, if the disk lets it: the failure itself matters more. Returns whether it did.
     *
     * @param interval in which it happened; -1 where that is not known
     */
    boolean summarize(String role, String message, long interval, boolean stopped) {
        try {
            files.write("summary.json", Summary.ofFailure(config, files.tally(), role, message, interval, stopped));
            return true;
        } catch (RunDirectoryException e) {
            return false;
        }
    }

    /** A file that could not be written, or a checkpoint that could not be read; null where it is neither. */
    private static RuntimeException disk(Throwable thrown) {
        RunDirectoryException files = find(RunDirectoryException.class, thrown);
        return files != null ? files : find(CheckpointException.class, thrown);
    }

    private static <T extends Throwable> T find(Class<T> type, Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause() == t ? null : t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }
}
