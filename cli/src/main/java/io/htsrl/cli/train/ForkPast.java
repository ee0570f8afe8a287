package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunDirectory;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunLock;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Trains the past of a fork again, where its origin has no checkpoint at the fork: from the nearest one before, or from
 * the start, through the origin's own forks. One thread.
 *
 * @param fork        the fork
 * @param runner      trains
 * @param commandLine arguments of the command
 */
record ForkPast(RunFork fork, TrainingRunner runner, PrintWriter err, List<String> commandLine) {

    /**
     * Trains to the fork in an empty folder, leaves a checkpoint there, and returns the exit code.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the digests are not the origin's
     */
    int train(Path past) {
        long interval = fork.interval();
        Layer settings = always(fork.settings(interval - 1));
        ResolvedRun run = ForkSettings.resolved(settings).quietlyIn(past);
        long first = run.config().forkedAt();
        Optional<Path> from = fork.checkpoint(Math.max(1, first), interval - 1);
        int code = from.isPresent()
                ? resume(from.get(), run, past)
                : first == 0 ? begin(settings, past) : again(first, past);
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

    private int begin(Layer settings, Path past) {
        ResolvedRun run =
                new ConfigResolver(settings, new Violations()).resolve().quietlyIn(past);
        return pausing(new TrainSession(run, runner, err, err)).train(commandLine);
    }

    private int resume(Path checkpoint, ResolvedRun run, Path past) {
        try (CheckpointFile from = CheckpointFile.open(checkpoint)) {
            RunDirectory.copyLines(from, fork.origin().folder(), past);
            WholeFile.write(past.resolve(RunReader.CONFIG), ConfigYaml.of(run));
            WholeFile.write(
                    past.resolve("manifest.json"), fork.origin().manifest().toString());
            try (RunLock lock = RunLock.of(past)) {
                return pausing(new TrainSession(run, runner, err, err))
                        .resume(lock, ResumePlan.asPlanned(from, run), commandLine);
            }
        }
    }

    /** Makes the origin's own last fork again, and continues it. */
    private int again(long first, Path past) {
        Path folder = fork.origin().folder();
        int code = new RunFork(folder, first, Layer.ofCommandLine(), fork.past()).make(past, runner, err, commandLine);
        return code != ExitCode.OK
                ? code
                : PausedRun.resume(past, always(fork.past()), runner, err, err, commandLine, this::pausing);
    }

    private TrainSession pausing(TrainSession session) {
        return session.pausingAfter(fork.interval()).ofPast();
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
