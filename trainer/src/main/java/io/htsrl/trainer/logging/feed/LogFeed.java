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
 * Where a run tells its loggers. Telling costs some ten nanoseconds and never waits; any thread. Does nothing where there
 * are no loggers.
 *
 * <p>Of intervals and episodes it hears from who decides which of them are logged: {@link #interval} and {@link
 * #episode} are not those of a {@link TrainingListener}.
 */
public class LogFeed implements TrainingListener {
    /** To nobody. */
    public static final LogFeed OFF = new LogFeed((LoggerThread) null);

    private static final int PRIORITIES = 512;

    private final LoggerThread thread;
    private RunMetrics metrics; // set before the thread starts that tells of intervals
    private SortedMap<Integer, Long> batchSizes = new TreeMap<>();
    private SortedMap<Integer, Long> lags = new TreeMap<>();

    /**
     * Opens loggers, and waits until they are open or have taken too long; to be closed.
     *
     * @param warnings receives what goes wrong, on any thread
     * @throws io.htsrl.core.error.ConfigurationException when one refuses its settings: all are closed then
     */
    public LogFeed(Map<RunLogger, RunContext> loggers, Consumer<String> warnings) {
        this(loggers.isEmpty() ? null : LoggerThread.start(loggers, warnings, LoggerThread.Patience.USUAL));
    }

    /** @param thread null where there are no loggers */
    LogFeed(LoggerThread thread) {
        this.thread = thread;
    }

    @Override
    public void onStart(RunMetrics of) {
        metrics = of;
    }

    /** An interval that is logged; on the thread of {@link #onInterval}, or when the run is over. */
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
        since.values().removeIf(count -> count <= 0); // what another thread counts may be seen late
        return since;
    }

    /** An episode that is logged. */
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

    /** Waits until all that was told before has left this process, or for so long that no checkpoint should wait. */
    public void force() {
        if (thread != null) {
            thread.flush();
        }
    }

    /** Tells of the end, and waits until all that was told has been heard, or for too long. Once. */
    public void close(RunOutcome outcome) {
        if (thread != null) {
            thread.close(outcome);
        }
    }
}
