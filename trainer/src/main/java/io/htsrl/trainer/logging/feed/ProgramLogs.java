package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The loggers of a program's run, which hear of about 1000 intervals and of all episodes. A logger that the program made
 * has its settings from there; those that it would be given by flags have their defaults. Called as a listener is.
 */
public final class ProgramLogs implements TrainingListener {
    private static final long INTERVALS = 1000;

    private final LogFeed feed;
    private final LoggedIntervals logged;

    private ProgramLogs(LogFeed feed, long intervals) {
        this.feed = feed;
        this.logged = new LoggedIntervals(Math.max(1, intervals / INTERVALS), feed::interval);
    }

    /**
     * Opens loggers; to be closed.
     *
     * @param run       whose own settings are of no account
     * @param intervals of the whole run
     * @throws io.htsrl.core.error.ConfigurationException when one refuses its settings
     */
    public static ProgramLogs open(List<RunLogger> loggers, RunContext run, long intervals) {
        Map<RunLogger, RunContext> opening = new LinkedHashMap<>();
        loggers.forEach(logger -> opening.put(logger, run.with(defaults(logger))));
        System.Logger log = System.getLogger("io.htsrl");
        return new ProgramLogs(
                LogFeed.open(opening, warning -> log.log(System.Logger.Level.WARNING, warning)), intervals);
    }

    private static Record defaults(RunLogger logger) {
        return new Values(Loggers.schema(logger), List.of(), Set.of(), new Violations()).record(logger.settings());
    }

    @Override
    public void onStart(RunMetrics metrics) {
        feed.onStart(metrics);
    }

    @Override
    public void onInterval(IntervalReport report) {
        logged.add(report);
    }

    @Override
    public void onEpisode(EpisodeRecord episode) {
        feed.episode(episode);
    }

    @Override
    public void onEvaluation(EvaluationRecord evaluation) {
        feed.onEvaluation(evaluation);
    }

    @Override
    public void onRestart(RestartRecord restart) {
        feed.onRestart(restart);
    }

    /** As {@link LogFeed#force}. */
    public void force() {
        feed.force();
    }

    /** As {@link LogFeed#close}. */
    public void close(RunOutcome outcome) {
        logged.addLast();
        feed.close(outcome);
    }
}
