package io.htsrl.trainer.logging.feed;

import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Passes a run's reports to its loggers. A report costs some ten nanoseconds and never waits; any thread. Does nothing
 * without loggers.
 *
 * <p>The caller chooses the logged intervals and episodes: {@link #interval} and {@link #episode} are not the callbacks
 * of a {@link TrainingListener}.
 */
public class LogFeed implements TrainingListener {
    /** A feed without loggers. */
    public static final LogFeed OFF = new LogFeed((LoggerThread) null);

    private static final int PRIORITIES = 512;

    private final LoggerThread thread;
    private RunMetrics metrics; // set before the start of the thread that reports intervals
    private SortedMap<Integer, Long> batchSizes = new TreeMap<>();
    private SortedMap<Integer, Long> lags = new TreeMap<>();

    /**
     * Opens loggers, and waits until they are open or have taken too long. The caller closes this.
     *
     * @param warnings receives failures, on any thread
     * @throws io.htsrl.core.error.ConfigurationException when one refuses its settings: all are closed then
     */
    public LogFeed(Map<RunLogger, RunContext> loggers, Consumer<String> warnings) {
        this(loggers.isEmpty() ? null : LoggerThread.start(loggers, warnings, LoggerThread.Patience.DEFAULT));
    }

    /** @param thread null where no logger exists */
    LogFeed(LoggerThread thread) {
        this.thread = thread;
    }

    @Override
    public void onStart(RunMetrics of) {
        metrics = of;
    }

    /** Reports an interval that is logged; on the thread of {@link #onInterval}, or when the run is over. */
    public void interval(LoggedInterval interval) {
        if (thread != null) {
            LoggedInterval whole = metrics == null ? interval : withFigures(interval);
            tell(log -> log.onInterval(whole));
        }
    }

    private void tell(LoggerThread.Report report) {
        if (thread != null) {
            thread.tell(report);
        }
    }

    private LoggedInterval withFigures(LoggedInterval interval) {
        SortedMap<Integer, Long> sizesBefore = batchSizes;
        SortedMap<Integer, Long> lagsBefore = lags;
        batchSizes = metrics.batchSizes();
        lags = metrics.lags();
        return new LoggedInterval(
                interval.report(),
                interval.stepsPerSecond(),
                since(sizesBefore, batchSizes),
                since(lagsBefore, lags),
                metrics.somePriorities(PRIORITIES));
    }

    private static SortedMap<Integer, Long> since(SortedMap<Integer, Long> before, SortedMap<Integer, Long> now) {
        SortedMap<Integer, Long> since = new TreeMap<>(now);
        before.forEach((number, count) -> since.merge(number, -count, Long::sum));
        since.values().removeIf(count -> count <= 0); // counts of another thread may be late
        return since;
    }

    /** Reports an episode that is logged. */
    public void episode(EpisodeRecord episode) {
        tell(log -> log.onEpisode(episode));
    }

    @Override
    public void onEvaluation(EvaluationRecord evaluation) {
        tell(log -> log.onEvaluation(evaluation));
    }

    @Override
    public void onRestart(RestartRecord restart) {
        tell(log -> log.onRestart(restart));
    }

    /** Waits until all earlier reports have left this process, but no longer than a checkpoint should wait. */
    public void force() {
        if (thread != null) {
            thread.flush();
        }
    }

    /** Reports the end, and waits until all reports have been handled, or for too long. Called once. */
    public void close(RunOutcome outcome) {
        if (thread != null) {
            thread.close(outcome);
        }
    }
}
