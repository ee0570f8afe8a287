package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.ConfigurationException;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One of several runs, interrupted before its end: continues from its newest checkpoint, in its own folder and with its
 * own bits. No other run writes to that folder until it is closed. One thread.
 */
public final class InterruptedRun implements Closeable {
    private final ResolvedRun run;
    private final RunLock lock;
    private final CheckpointFile checkpoint;

    private InterruptedRun(ResolvedRun run, RunLock lock, CheckpointFile checkpoint) {
        this.run = run;
        this.lock = lock;
        this.checkpoint = checkpoint;
    }

    /**
     * Opens the newest checkpoint that is whole; to be closed.
     *
     * @param run    run of the folder, as in its {@code config.yaml}
     * @param warned receives why a checkpoint cannot be used, or what has changed since
     * @return empty where no checkpoint can be resumed
     * @throws ConfigurationException when another run writes to the folder
     */
    public static Optional<InterruptedRun> open(ResolvedRun run, Path folder, Consumer<String> warned) {
        CheckpointFolder checkpoints = RunFolders.checkpoints(folder);
        if (checkpoints.list().isEmpty() || !run.config().pipeline().schedule().deterministic()) {
            return Optional.empty();
        }
        RunLock lock = RunLock.of(folder);
        CheckpointFolder.Search found = checkpoints.newestIntact();
        found.refused().forEach(damaged -> warned.accept(damaged.getMessage()));
        if (found.intact().isPresent()) {
            InterruptedRun cutOff = new InterruptedRun(run, lock, found.intact().get());
            if (cutOff.isOf(folder, warned)) {
                return Optional.of(cutOff);
            }
            cutOff.close();
        } else {
            lock.close();
        }
        return Optional.empty();
    }

    /** Returns whether the checkpoint is of the run in that folder. */
    private boolean isOf(Path folder, Consumer<String> warned) {
        try {
            CheckpointIdentity.check(checkpoint, RunReader.open(folder), run.config());
        } catch (ConfigurationException e) {
            warned.accept(e.getMessage());
            return false;
        }
        CheckpointIdentity.changes(checkpoint, run.config())
                .forEach(change -> warned.accept(change + ": bits may differ from the uninterrupted run's"));
        return true;
    }

    /** Returns the number of completed intervals. */
    public long intervals() {
        return CheckpointFolder.interval(checkpoint.path());
    }

    /**
     * Trains to the planned end, and returns the exit code.
     *
     * @param session session of the same run
     * @throws ConfigurationException when the run's files have changed
     */
    public int train(TrainSession session, List<String> commandLine) {
        return session.resume(lock, ResumePlan.asPlanned(checkpoint, run), commandLine);
    }

    @Override
    public void close() {
        checkpoint.close();
        lock.close();
    }
}
