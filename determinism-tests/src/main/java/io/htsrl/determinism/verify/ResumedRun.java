package io.htsrl.determinism.verify;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A run that is stopped before its end and resumed from the checkpoint of its stop, by two trainers after one another.
 * The listener receives the intervals around the stop twice. One thread, one run.
 *
 * @param stopAfter the interval whose report requests the stop
 * @param session   whose abort ends the first part
 */
record ResumedRun(RunConfig config, long stopAfter, RunControl session) {
    private static final long NEVER = Long.MAX_VALUE; // but where the run is stopped, a checkpoint is taken

    /** Runs both parts; {@code attachments} are those of the second, and except the control those of the first. */
    TrainingResult run(Attachments attachments) throws TrainingFailedException, InterruptedException, IOException {
        Path folder = Files.createTempDirectory("hts-verify-");
        try {
            RunControl control = new RunControl();
            try (RunControl.Link link = session.linkTo(control)) {
                new Trainer(config, firstPart(attachments, control).with(CheckpointPlan.of(folder, NEVER, 1, null)))
                        .run();
            }
            try (CheckpointFile checkpoint = new CheckpointFolder(folder, 1)
                    .newestIntact()
                    .intact()
                    .orElseThrow(() -> new IOException("the stopped run left no checkpoint in " + folder))) {
                return new Trainer(config, attachments.with(CheckpointPlan.of(folder, NEVER, 1, checkpoint))).run();
            }
        } finally {
            RunFolders.release(folder);
        }
    }

    private Attachments firstPart(Attachments attachments, RunControl control) {
        return attachments.with(control).with(TrainingListener.both(attachments.listener(), new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == stopAfter || session.stopRequested()) {
                    control.requestStop();
                }
            }
        }));
    }
}
