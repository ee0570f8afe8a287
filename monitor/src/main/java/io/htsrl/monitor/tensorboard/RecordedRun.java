package io.htsrl.monitor.tensorboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.EpisodesReader;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.rundir.MetricsReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Replays the files of a run directory into a log, in the order in which the run would have reported them. It reads
 * line by line, so a long run is never in memory. One thread.
 */
final class RecordedRun {
    private static final Set<String> NO_FIGURES =
            Set.of("interval", "timesteps", "wall_seconds", "steps_per_second", "episodes", "mean_return_100", "lag");

    private final RunReader run;
    private final TensorBoardLog.WallClock clock;
    private final ObjectMapper json = new ObjectMapper();

    RecordedRun(RunReader run) {
        this.run = run;
        this.clock = TensorBoardLog.WallClock.recorded(started());
    }

    private Instant started() {
        return Instant.parse(run.manifest().path("started").asText());
    }

    TensorBoardLog.WallClock clock() {
        return clock;
    }

    RunContext context() {
        Map<String, String> settings = run.settings();
        return new RunContext(
                Optional.of(run.folder()),
                settings.getOrDefault("algo", ""),
                settings.getOrDefault("env", ""),
                run.number("seed", 1),
                0,
                0,
                run.number("total-timesteps", 0),
                settings,
                RunHandle.closed(),
                new RunLogger.NoSettings());
    }

    /** Reports everything except the end. */
    void tell(TensorBoardLog log) throws IOException {
        try (EpisodesReader episodes = run.episodes();
                MetricsReader metrics = run.metricsReader()) {
            EpisodeRecord episode = episodes.next();
            for (JsonNode line = metrics.next(); line != null; line = metrics.next()) {
                LoggedInterval interval = interval(line);
                clock.moveTo(interval.report().wallSeconds());
                while (episode != null
                        && episode.interval() <= interval.report().interval()) {
                    log.onEpisode(episode);
                    episode = episodes.next();
                }
                log.onInterval(interval);
            }
            while (episode != null) { // of intervals after the last line
                log.onEpisode(episode);
                episode = episodes.next();
            }
        }
        double end = clock.time();
        for (EvaluationRecord evaluation : EvaluationsFile.read(run.folder())) {
            clock.moveTo(evaluation.wallSeconds());
            log.onEvaluation(evaluation);
        }
        clock.moveTo(end - clock.moveTo(0));
    }

    /** Adds the last events, and writes them. */
    void end(TensorBoardLog log) throws IOException {
        JsonNode summary = run.summary().orElse(json.createObjectNode());
        log.end(
                run.state() != RunState.FAILED,
                counts(summary.path("batch_sizes")),
                counts(summary.path("lag_histogram")));
        log.flush();
    }

    private static LoggedInterval interval(JsonNode line) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        line.properties().forEach(field -> {
            if (!NO_FIGURES.contains(field.getKey())) {
                metrics.put(field.getKey(), number(field.getValue()));
            }
        });
        IntervalReport report = new IntervalReport(
                line.path("interval").asLong(),
                line.path("timesteps").asLong(),
                line.path("wall_seconds").asDouble(),
                line.path("episodes").asLong(),
                number(line.path("mean_return_100")),
                line.path("lag").asInt(-1),
                metrics,
                "");
        return new LoggedInterval(report, number(line.path("steps_per_second")));
    }

    /** Returns a number; NaN for null. */
    private static double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    private static Map<Integer, Long> counts(JsonNode object) {
        Map<Integer, Long> counts = new TreeMap<>();
        object.properties()
                .forEach(entry -> counts.put(
                        Integer.valueOf(entry.getKey()), entry.getValue().asLong()));
        return counts;
    }
}
