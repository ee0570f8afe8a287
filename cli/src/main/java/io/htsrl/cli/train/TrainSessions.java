package io.htsrl.cli.train;

import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes the sessions of a command that trains several runs. Immutable.
 *
 * @param runner trains
 * @param commandLine arguments of the command, for manifests
 * @param prepared prepares each session, for example with {@link TrainSession#ofSeveral}
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

    /** Returns the same, which prepare each session in this way too. */
    public TrainSessions prepared(UnaryOperator<TrainSession> more) {
        return new TrainSessions(runner, out, err, commandLine, session -> more.apply(prepared.apply(session)));
    }
}
