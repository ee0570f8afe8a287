package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.nio.file.Path;

/**
 * Trains the past of a fork again, where its origin has no checkpoint at the fork: from the nearest one before, or from
 * the start, through the origin's own forks. One thread.
 *
 * @param fork     the fork
 * @param sessions train
 */
record ForkPast(RunFork fork, TrainSessions sessions) {

    /**
     * Trains to the fork in an empty folder, leaves a checkpoint there, and returns the exit code.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the digests are not the origin's
     */
    int train(Path past) {
        Layer settings = always(fork.settings(fork.interval() - 1));
        ResolvedRun run = ForkSettings.resolved(settings);
        long first = run.config().forkedAt();
        TrainSessions pausing = sessions.prepared(
                session -> session.pausingAfter(fork.interval()).ofPast());
        int code = ExitCode.OK;
        try (CheckpointFile from = fork.newest(Math.max(1, first), fork.interval() - 1)) {
            RunReader origin = fork.origin();
            if (from == null && first == 0) {
                code = pausing.of(new ConfigResolver(settings, new Violations())
                                .resolve()
                                .quietlyIn(past))
                        .train(sessions.commandLine());
            } else {
                if (from != null) {
                    fork.copy(from, origin.folder(), past, origin.manifest().toString(), run);
                } else { // the origin's own last fork is made again
                    code = new RunFork(origin.folder(), first, Layer.ofCommandLine(), fork.past()).make(past, sessions);
                }
                code = code == ExitCode.OK ? PausedRun.resume(past, always(fork.past()), pausing) : code;
            }
        }
        if (code == ExitCode.OK) {
            compare(past);
        }
        return code;
    }

    /** Returns settings with a checkpoint at the fork, which is taken whatever the size of a replay memory. */
    private Layer always(Layer settings) {
        return settings.replacing("checkpoint-every", Long.toString(fork.interval()))
                .replacing("quiet", "true");
    }

    private void compare(Path past) {
        ChainDiff diff = ChainDiff.of(RunReader.open(past), fork.origin());
        if (diff.differs()) {
            throw RunFiles.refused(
                    fork.origin().folder(),
                    "must have bits that can be had again, and its interval "
                            + diff.firstA().interval() + " has other ones here",
                    "see what differs with 'hts reproduce', or fork it at a checkpoint");
        }
    }
}
