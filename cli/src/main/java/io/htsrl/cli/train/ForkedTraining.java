package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.EarlierValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Trains a recorded run from its start through all its forks: up to each with the settings that were in force before
 * it, then from a checkpoint in a temporary folder. Listeners receive the interval before a fork twice. One thread.
 *
 * @param file the run's {@code config.yaml}
 * @param flags given above it
 * @param runner trains each part
 */
public record ForkedTraining(Path file, Layer flags, TrainingRunner runner) implements TrainingRunner {

    /** @param config the run's newest settings */
    @Override
    public TrainingResult run(RunConfig config, Attachments attachments)
            throws TrainingFailedException, InterruptedException {
        if (config.forkedAt() == 0) {
            return runner.run(config, attachments);
        }
        Path folder = null;
        try {
            folder = Files.createTempDirectory("hts-fork-");
            return run(config, attachments, new CheckpointFolder(folder, 1));
        } catch (IOException e) {
            throw new RunDirectoryException(folder == null ? Path.of(System.getProperty("java.io.tmpdir")) : folder, e);
        } finally {
            if (folder != null) {
                RunFolders.release(folder);
            }
        }
    }

    private TrainingResult run(RunConfig config, Attachments attachments, CheckpointFolder folder)
            throws TrainingFailedException, InterruptedException {
        long[] forks = config.earlierSettings().stream()
                .mapToLong(EarlierValue::until)
                .distinct()
                .toArray();
        CheckpointFile from = null;
        try {
            long begin = 0;
            for (long fork : forks) {
                RunConfig before = new ConfigResolver(ForkSettings.at(file, flags, begin), new Violations())
                        .resolve()
                        .config();
                attachments.control().requestStopAfter(fork);
                TrainingResult result = runner.run(
                        before.asOf(fork), attachments.with(CheckpointPlan.of(folder.folder(), fork, 1, from)));
                if (from != null) {
                    from.close();
                    from = null;
                }
                if (attachments.control().stopRequested()) {
                    return result;
                }
                from = CheckpointFile.open(folder.file(fork));
                begin = fork;
            }
            attachments.control().requestStopAfter(Long.MAX_VALUE);
            return runner.run(config, attachments.with(CheckpointPlan.of(folder.folder(), 0, 1, from)));
        } finally {
            if (from != null) {
                from.close();
            }
        }
    }
}
