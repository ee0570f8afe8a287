package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The loggers of a program's run, which receive about 1000 intervals and all episodes. A logger that the program
 * created has its settings from there; settings that only flags give have their defaults. Called as a listener.
 */
public final class ProgramLogs extends LogFeed {
    private static final long INTERVALS = 1000;
    private static final System.Logger LOG = System.getLogger("io.htsrl");

    private final LoggedIntervals logged;

    /**
     * Opens loggers. The caller closes this.
     *
     * @param run without the loggers' own settings
     * @param intervals of the whole run
     * @throws io.htsrl.core.error.ConfigurationException when one refuses its settings
     */
    public ProgramLogs(List<RunLogger> loggers, RunContext run, long intervals) {
        super(contexts(loggers, run), warning -> LOG.log(System.Logger.Level.WARNING, warning));
        this.logged = new LoggedIntervals(Math.max(1, intervals / INTERVALS), this::interval);
    }

    private static Map<RunLogger, RunContext> contexts(List<RunLogger> loggers, RunContext run) {
        Map<RunLogger, RunContext> contexts = new LinkedHashMap<>();
        for (RunLogger logger : loggers) {
            Values defaults = new Values(Loggers.schema(logger), List.of(), Set.of(), new Violations());
            contexts.put(logger, run.with(defaults.record(logger.settings())));
        }
        return contexts;
    }

    @Override
    public void onInterval(IntervalReport report) {
        logged.add(report);
    }

    @Override
    public void onEpisode(EpisodeRecord episode) {
        episode(episode);
    }

    @Override
    public void close(RunOutcome outcome) {
        logged.addLast();
        super.close(outcome);
    }
}
