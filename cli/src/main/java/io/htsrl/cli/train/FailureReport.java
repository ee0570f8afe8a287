package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.Summary;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.TrainingFailedException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Reports a run without a result, on stderr and in {@code summary.json}. One thread, one failure.
 *
 * @param alone whether the run is not one of several, whose caller reports how to continue all of them
 * @param asItWas whether the failure came before the checkpoint of an earlier run was restored: its files keep its end
 */
record FailureReport(RunConfig config, RunDirectory files, PrintWriter err, boolean alone, boolean asItWas) {

    /** Reports that a worker failed. Returns the exit code. */
    int of(TrainingFailedException failure, boolean interrupted) {
        if (failure.getCause() instanceof RunAbortedException) {
            return ofAbort();
        }
        if (failure.getCause() instanceof CheckpointException unwritten
                && failure.result().isPresent()) { // its summary is written
            ErrorOutput.printPlain(
                    err,
                    unwritten.getMessage() + "; the run is complete, and its model is in "
                            + files.folder().resolve(ModelFile.NAME));
            return ExitCode.FAILED;
        }
        return report(failure.role(), failure.getMessage(), failure.getCause(), interrupted);
    }

    /** Reports that the user aborted the run. Returns the exit code. */
    int ofAbort() {
        summarize("user", "aborted before the end of an interval", -1, true);
        ErrorOutput.printPlain(
                err,
                asItWas
                        ? "ended before it was resumed: " + files.folder() + " is as it was"
                        : files.tally().last() == null
                                ? "ended before an interval was complete: nothing was learnt" + again()
                                : "aborted; " + files.folder() + " holds what was written");
        return ExitCode.INTERRUPTED;
    }

    /** Returns how to start the run again, or how to resume it; empty for one of several runs. */
    private String again() {
        Path folder = files.folder();
        if (!alone) {
            return "";
        }
        return RunFolders.checkpoints(folder).list().isEmpty()
                ? "; " + RunFolders.startingAgain(folder)
                : "; continue with '" + ShellWords.hts("resume", folder.toString()) + "'";
    }

    /** Reports a failure outside the workers. Returns the exit code. */
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
            if (failed instanceof DivergedException && failed.interval() >= 0 && config.promised()) {
                err.println("its steps: " + Alarms.relive(files.folder(), failed.interval()));
            }
        }
        return ExitCode.FAILED;
    }

    /**
     * Writes the summary if it can: a failure to write it matters less than the run's. Returns false where it cannot.
     *
     * @param interval interval of the failure; -1 where that is not known
     */
    boolean summarize(String role, String message, long interval, boolean stopped) {
        if (asItWas) {
            return true;
        }
        try {
            files.write("summary.json", Summary.ofFailure(config, files.tally(), role, message, interval, stopped));
            return true;
        } catch (RunDirectoryException e) {
            return false;
        }
    }

    /** Returns the failure to write a file or to read a checkpoint; null where it is neither. */
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
