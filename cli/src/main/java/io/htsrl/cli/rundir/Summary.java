package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** {@code summary.json}: the end of a run, successful or not. Stateless, any thread. */
public final class Summary {
    /** Key of the marks of the other files at the end of a run with a result. */
    static final String FILES = "files";

    private static final String CHECKSUM = "checksum";
    private static final String NO_CHECKSUM = "0".repeat(32);

    /** Kinds of the values that readers use. */
    static final Map<String, JsonKind> FORM = Map.ofEntries(
            Map.entry("timesteps", JsonKind.WHOLE),
            Map.entry("wall_seconds", JsonKind.NUMBER),
            Map.entry("steps_per_second", JsonKind.NUMBER),
            Map.entry("mean_return_100", JsonKind.NUMBER),
            Map.entry("final_metric", JsonKind.NUMBER),
            Map.entry("lag_histogram", JsonKind.COUNTS),
            Map.entry("digest", JsonKind.TEXT),
            Map.entry("stopped", JsonKind.TRUTH),
            Map.entry("utilisation", JsonKind.NUMBERS),
            Map.entry("batch_sizes", JsonKind.COUNTS),
            Map.entry("error", JsonKind.OBJECT),
            Map.entry(FILES, JsonKind.OBJECT));
    /** Keys of these that every summary has. */
    static final Set<String> ALWAYS = Set.of("timesteps", "wall_seconds", "mean_return_100", "digest", "stopped");

    private Summary() {}

    /**
     * Returns the summary of a run that ended with a result.
     *
     * @param tally totals of its reports
     * @param files marks of its other files, by name
     */
    public static String of(RunConfig config, TrainingResult result, RunTally tally, Map<String, LineFile.Mark> files) {
        Map<String, Object> map = head(config);
        map.put("timesteps", result.timesteps());
        map.put("wall_seconds", result.wallSeconds());
        map.put("steps_per_second", result.stepsPerSecond());
        map.put("second_half_steps_per_second", result.secondHalfSps());
        map.put("sampling_hz", result.stepsPerSecond());
        map.put("update_frames_per_second", tally.frames().perSecond(config));
        map.put("episodes", result.episodes());
        map.put("mean_return_100", result.meanReturn100());
        putEvaluations(map, tally);
        map.put("lag_min", result.lagMin());
        map.put("lag_max", result.lagMax());
        map.put("lag_mean", result.lagMean());
        map.put("lag_histogram", result.lagHistogram());
        map.put("digest", result.digest());
        map.put("parameter_digest", result.parameterDigest());
        putParts(map, tally);
        map.put("stopped", result.stopped());
        putAdaptations(map, config, tally);
        timeUse(map, result.timeUse());
        Map<String, Object> marks = new LinkedHashMap<>();
        files.forEach((name, mark) ->
                marks.put(name, JsonDocument.object("bytes", mark.length(), "checksum", mark.checksum())));
        map.put(FILES, marks);
        return sealed(map);
    }

    /** Returns the text with its own checksum, so that a changed number is noticed. */
    private static String sealed(Map<String, Object> map) {
        map.put(CHECKSUM, NO_CHECKSUM);
        String text = JsonDocument.pretty(map);
        return text.replace(NO_CHECKSUM, LineFile.Mark.of(text).checksum());
    }

    /** Returns whether {@code text} is unchanged; true where it has no checksum, as in earlier versions. */
    static boolean isWhole(JsonNode summary, String text) {
        String checksum = summary.path(CHECKSUM).asText();
        return checksum.isEmpty()
                || LineFile.Mark.of(text.replace(checksum, NO_CHECKSUM))
                        .checksum()
                        .equals(checksum);
    }

    /** Returns whether {@code file} is as {@code summary} records it; true where it does not. */
    static boolean fits(JsonNode summary, String name, Path file) throws IOException {
        JsonNode mark = summary.path(FILES).path(name);
        return mark.isMissingNode()
                || Files.exists(file)
                        && Files.size(file) == mark.path("bytes").asLong()
                        && LineFile.Mark.of(file)
                                .equals(new LineFile.Mark(
                                        mark.path("bytes").asLong(),
                                        mark.path("checksum").asText()));
    }

    /**
     * Returns the summary of a run that failed: the data of its reports, and the error.
     *
     * @param role the role that failed
     * @param message message of the failure
     * @param interval interval in which it happened; -1 where that is not known
     * @param stopped whether the user had asked for the end
     */
    public static String ofFailure(
            RunConfig config, RunTally tally, String role, String message, long interval, boolean stopped) {
        IntervalReport last = tally.last();
        Map<String, Object> map = head(config);
        map.put("timesteps", last == null ? 0L : last.timesteps());
        map.put("wall_seconds", last == null ? 0.0 : last.wallSeconds());
        map.put("steps_per_second", last == null ? Double.NaN : last.timesteps() / last.wallSeconds());
        map.put("sampling_hz", map.get("steps_per_second"));
        map.put("update_frames_per_second", tally.frames().perSecond(config));
        map.put("episodes", last == null ? 0L : last.episodes());
        map.put("mean_return_100", last == null ? Double.NaN : last.meanReturn100());
        putEvaluations(map, tally);
        map.put("lag_min", tally.lagMin());
        map.put("lag_max", tally.lagMax());
        map.put("digest", last == null ? null : last.digest());
        map.put("parameter_digest", null);
        putParts(map, tally);
        map.put("stopped", stopped);
        putAdaptations(map, config, tally);
        timeUse(map, TimeUse.NONE);
        map.put("error", new Failure(role, message, interval < 0 ? null : interval));
        return sealed(map);
    }

    /** Value of {@code error}; the interval is null where it is not known. */
    private record Failure(String role, String message, Long interval) {}

    private static void timeUse(Map<String, Object> map, TimeUse use) {
        map.put("role_seconds", use.roleSeconds());
        map.put("utilisation", use.utilisation());
        map.put("barrier_idle_seconds", use.barrierIdleSeconds());
        map.put("batch_sizes", use.batchSizes());
    }

    /** Adds what the last report contains about the replay buffer and other nodes. */
    private static void putParts(Map<String, Object> map, RunTally tally) {
        Map<String, Double> nodes = new LinkedHashMap<>();
        if (tally.last() != null) {
            putUnlessEmpty(map, "replay", MetricGroup.REPLAY.of(tally.last()));
            MetricGroup.NODES
                    .of(tally.last())
                    .forEach((name, value) -> nodes.put(MetricGroup.NODES.within(name), value));
            putUnlessEmpty(map, "nodes", nodes);
        }
    }

    private static void putUnlessEmpty(Map<String, Object> map, String name, Map<String, Double> metrics) {
        if (!metrics.isEmpty()) {
            map.put(name, metrics);
        }
    }

    private static void putAdaptations(Map<String, Object> map, RunConfig config, RunTally tally) {
        if (config.algorithm().growsBatches()) {
            map.put("batch_changes", tally.batchChanges());
        }
        if (config.pipeline().adapt()) {
            map.put("adapted", tally.adapted());
            map.put("adaptations", tally.adaptations());
        }
    }

    private static void putEvaluations(Map<String, Object> map, RunTally tally) {
        if (tally.restarts() > 0) {
            map.put("environment_restarts", tally.restarts());
        }
        map.put("evaluated_policies", tally.evaluations());
        map.put("final_metric", tally.finalMetric());
        map.put("last_evaluation_mean", tally.lastEvaluationMean());
        map.put(
                "best_evaluation_mean",
                tally.best().map(EvaluationRecord::meanReturn).orElse(Double.NaN));
        map.put(
                "best_evaluation_interval",
                tally.best().map(EvaluationRecord::interval).orElse(null));
    }

    private static Map<String, Object> head(RunConfig config) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("algo", config.algorithm().algorithm());
        map.put("env", config.env());
        map.put("schedule", config.pipeline().schedule().toString());
        map.put("seed", config.seed());
        map.put("utd", config.updatesPerStep().map(Ratio::toString).orElse(null));
        return map;
    }
}
