package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Continues run directories in this process, for commands that train several runs. Stateless, one thread a run. */
public final class PausedRun {

    private PausedRun() {}

    /**
     * Continues the run in {@code folder} from its newest checkpoint, with its own settings, and returns the exit code.
     *
     * @param flags   settings that may differ on resume, such as {@code trust} and {@code quiet}
     * @param session prepares the session, for example with {@link TrainSession#pausingAfter}
     * @throws io.htsrl.core.error.ConfigurationException when it cannot be resumed; nothing was changed
     */
    public static int resume(
            Path folder,
            Layer flags,
            TrainingRunner runner,
            PrintWriter out,
            PrintWriter err,
            List<String> commandLine,
            UnaryOperator<TrainSession> session) {
        RunReader run = RunReader.open(folder);
        try (RunLock lock = RunLock.of(folder)) { // first: no other run may change what is read from here on
            ResolvedRun resolved = ForkSettings.resolved(FileChoice.of(flags, run.configFile()));
            try (CheckpointFile from = RunFolders.checkpoints(folder)
                    .newestIntact()
                    .orThrow(() -> RunFiles.refused(folder, "must hold a checkpoint", "train it again"))) {
                CheckpointIdentity.check(from, run, resolved.config());
                return session.apply(new TrainSession(resolved, runner, out, err))
                        .resume(lock, ResumePlan.asPlanned(from, resolved), commandLine);
            }
        }
    }
}
