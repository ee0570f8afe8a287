package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Layer;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run that has not reached its end, for commands that train several runs: continues from its newest checkpoint, in
 * its own folder and with its own bits. No other run writes to that folder until it is closed. One thread.
 *
 * @param run run of the folder, as in its {@code config.yaml}
 * @param checkpoint the newest one that is whole
 */
public record PausedRun(ResolvedRun run, RunLock lock, CheckpointFile checkpoint) implements Closeable {

    /**
     * Opens the newest checkpoint that is whole; to be closed.
     *
     * @param run run of the folder, as in its {@code config.yaml}
     * @param warned receives why a checkpoint cannot be used, or what has changed since
     * @return empty where no checkpoint can be resumed
     * @throws ConfigurationException when another run writes to the folder
     */
    public static Optional<PausedRun> open(ResolvedRun run, Path folder, Consumer<String> warned) {
        CheckpointFolder checkpoints = RunFolders.checkpoints(folder);
        if (checkpoints.list().isEmpty() || !run.config().pipeline().schedule().deterministic()) {
            return Optional.empty();
        }
        RunLock lock = RunLock.of(folder);
        CheckpointFolder.Search found = checkpoints.newestIntact();
        found.refused().forEach(damaged -> warned.accept(damaged.getMessage()));
        Optional<PausedRun> paused = found.intact().map(checkpoint -> new PausedRun(run, lock, checkpoint));
        if (paused.isEmpty()) {
            lock.close();
        }
        return paused.filter(opened -> opened.isOf(folder, warned));
    }

    /**
     * Continues the run in {@code folder} with its own settings, and returns the exit code.
     *
     * @param flags settings that may differ on resume, such as {@code trust} and {@code quiet}
     * @throws ConfigurationException when it cannot be resumed; nothing was changed
     */
    public static int resume(Path folder, Layer flags, TrainSessions sessions) {
        ResolvedRun run = ForkSettings.resolved(FileChoice.of(flags, folder.resolve(RunReader.CONFIG)));
        try (PausedRun paused = open(run, folder, why -> ErrorOutput.printWarning(sessions.err(), why))
                .orElseThrow(() -> RunFiles.refused(folder, "must hold a checkpoint of its own", "train it again"))) {
            return paused.train(sessions.of(run), sessions.commandLine());
        }
    }

    /** Returns whether the checkpoint is of the run in that folder; else closes it. */
    private boolean isOf(Path folder, Consumer<String> warned) {
        try {
            CheckpointIdentity.check(checkpoint, RunReader.open(folder), run.config());
        } catch (ConfigurationException e) {
            warned.accept(e.getMessage());
            close();
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
