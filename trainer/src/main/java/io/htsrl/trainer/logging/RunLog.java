package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;

/**
 * What a {@link RunLogger} makes of one run. All methods are called by one thread, which is the loggers' own: the run
 * never waits for it, but for {@link #flush} before a checkpoint. Where it is slower than the run for so long that too
 * much piles up, reports are left out, and the user is told how many. What a method throws is told as a warning, and this
 * object is not called again; the run goes on.
 *
 * <p>{@code hts train} tells of the intervals that {@code metrics.jsonl} has ({@code --log-interval}) and of the episodes
 * that {@code episodes.csv} has; {@code Training} of about 1000 intervals a run and of all episodes.
 */
public interface RunLog {

    /** An interval is complete; in order of intervals, each after its episodes. The last one of a run is among them. */
    default void onInterval(LoggedInterval interval) throws Exception {}

    /** An episode ended; in the order in which they are reported. */
    default void onEpisode(EpisodeRecord episode) throws Exception {}

    /** A policy was evaluated, which may have been that of an earlier interval; in order of intervals. */
    default void onEvaluation(EvaluationRecord evaluation) throws Exception {}

    /** An environment died and was made again: from here on the bits are no function of the settings. */
    default void onRestart(RestartRecord restart) throws Exception {}

    /**
     * Brings what was heard out of this process: called about once a second where there was something, and before a
     * checkpoint counts as taken, so that a run that is killed and resumed has no gap.
     */
    default void flush() throws Exception {}

    /** The run is over, well or not; nothing is called after it. */
    default void close(RunOutcome outcome) throws Exception {}
}
