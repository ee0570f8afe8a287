package io.htsrl.cli.train;

import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes the sessions of a command that trains several runs. Immutable.
 *
 * @param runner      trains
 * @param commandLine arguments of the command, for manifests
 * @param prepared    prepares each session, for example with {@link TrainSession#ofSeveral}
 */
public record TrainSessions(
        TrainingRunner runner,
        PrintWriter out,
        PrintWriter err,
        List<String> commandLine,
        UnaryOperator<TrainSession> prepared) {

    /** Returns a session of {@code run}. */
    public TrainSession of(ResolvedRun run) {
        return prepared.apply(new TrainSession(run, runner, out, err));
    }

    /** Returns the same which print nothing but errors, and stop runs after {@code intervals} intervals. */
    TrainSessions pausingAfter(long intervals) {
        return new TrainSessions(
                runner, err, err, commandLine, session -> prepared.apply(session).pausingAfter(intervals));
    }
}
