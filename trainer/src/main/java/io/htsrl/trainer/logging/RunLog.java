package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;

/**
 * A {@link RunLogger}'s log of one run. All methods are called by the loggers' thread; the run waits for it only in
 * {@link #flush} before a checkpoint. If it is too slow for too long, reports are dropped and a warning says how many.
 * An exception becomes a warning, and this object is not called again; the run continues.
 *
 * <p>{@code hts train} reports the intervals in {@code metrics.jsonl} ({@code --log-interval}) and the episodes in
 * {@code episodes.csv}; {@code Training} reports about 1000 intervals a run and all episodes.
 */
public interface RunLog {

    /**
     * Called when an interval is complete, in order of intervals, each after its episodes, and always for the run's
     * last.
     */
    default void onInterval(LoggedInterval interval) throws Exception {}

    /** Called when an episode has ended, in the order in which episodes are reported. */
    default void onEpisode(EpisodeRecord episode) throws Exception {}

    /** Called when a policy was evaluated, perhaps that of an earlier interval; in order of intervals. */
    default void onEvaluation(EvaluationRecord evaluation) throws Exception {}

    /** Called when an environment died and was recreated: from here on the bits are no function of the settings. */
    default void onRestart(RestartRecord restart) throws Exception {}

    /**
     * Sends all received reports out of this process. Called about once a second if any were received, and before a
     * checkpoint counts as taken, so that a run that is killed and resumed has no gap.
     */
    default void flush() throws Exception {}

    /** Ends the log, after success or failure; nothing is called after it. */
    default void close(RunOutcome outcome) throws Exception {}
}
