package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.Json;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.AdaptationRecord;
import io.htsrl.trainer.report.BatchChange;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.NodeFigures;
import io.htsrl.trainer.report.ReplayFigures;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code summary.json}: how a run ended, well or not. Stateless, any thread. */
public final class Summary {

    private Summary() {}

    /**
     * The summary of a run that ended with a result.
     *
     * @param tally what was heard of it
     */
    public static String of(RunConfig config, TrainingResult result, RunTally tally) {
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
        map.put("lag_histogram", histogram(result));
        map.put("digest", result.digest());
        map.put("parameter_digest", result.parameterDigest());
        putReplay(map, tally);
        putNodes(map, tally);
        map.put("stopped", result.stopped());
        putAdaptations(map, config, tally);
        timeUse(map, result.timeUse());
        return Json.pretty(map);
    }

    /** JSON's names are texts. */
    private static Map<String, Long> histogram(TrainingResult result) {
        Map<String, Long> histogram = new LinkedHashMap<>();
        result.lagHistogram().forEach((lag, rollouts) -> histogram.put(Integer.toString(lag), rollouts));
        return histogram;
    }

    /**
     * The summary of a run that failed: what its reports tell, and the error.
     *
     * @param role     whose failure it was
     * @param message  what it was
     * @param interval in which it happened; -1 where that is not known
     * @param stopped  whether the user had asked for the end
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
        putReplay(map, tally);
        putNodes(map, tally);
        map.put("stopped", stopped);
        putAdaptations(map, config, tally);
        timeUse(map, TimeUse.NONE);
        map.put("error", error(role, message, interval));
        return Json.pretty(map);
    }

    private static void timeUse(Map<String, Object> map, TimeUse use) {
        map.put("role_seconds", use.roleSeconds());
        map.put("utilisation", use.utilisation());
        map.put("barrier_idle_seconds", use.barrierIdleSeconds());
        Map<String, Object> sizes = new LinkedHashMap<>();
        use.batchSizes().forEach((size, count) -> sizes.put(size.toString(), count));
        map.put("batch_sizes", sizes);
    }

    /** What the last interval told of the replay memory, where there is one. */
    private static void putReplay(Map<String, Object> map, RunTally tally) {
        Map<String, Double> figures = tally.last() == null ? Map.of() : ReplayFigures.of(tally.last());
        if (!figures.isEmpty()) {
            map.put("replay", figures);
        }
    }

    /** What the last interval told of the machines that collect rollouts, where there are some. */
    private static void putNodes(Map<String, Object> map, RunTally tally) {
        Map<String, Object> figures = new LinkedHashMap<>();
        if (tally.last() != null) {
            NodeFigures.of(tally.last()).forEach((name, value) -> figures.put(NodeFigures.within(name), value));
        }
        if (!figures.isEmpty()) {
            map.put("nodes", figures);
        }
    }

    private static void putAdaptations(Map<String, Object> map, RunConfig config, RunTally tally) {
        if (config.algorithm().growsBatches()) {
            map.put(
                    "batch_changes",
                    tally.batchChanges().stream().map(Summary::batchChange).toList());
        }
        if (!config.pipeline().adapt()) {
            return;
        }
        map.put("adapted", tally.adapted());
        map.put(
                "adaptations",
                tally.adaptations().stream().map(Summary::adaptation).toList());
    }

    private static Map<String, Object> batchChange(BatchChange change) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("interval", change.interval());
        map.put("seconds", change.seconds());
        map.put("from", change.from());
        map.put("to", change.to());
        return map;
    }

    private static Map<String, Object> adaptation(AdaptationRecord adaptation) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("interval", adaptation.interval());
        map.put("seconds", adaptation.seconds());
        map.put("from", adaptation.from());
        map.put("to", adaptation.to());
        return map;
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

    private static Map<String, Object> error(String role, String message, long interval) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("role", role);
        error.put("message", message);
        error.put("interval", interval < 0 ? null : interval);
        return error;
    }

    private static Map<String, Object> head(RunConfig config) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("algo", config.algorithm().algorithm());
        map.put("env", config.env());
        map.put("schedule", config.pipeline().schedule().toString());
        map.put("seed", config.seed());
        map.put(
                "utd",
                config.algorithm()
                        .updatesPerStep(config.pipeline())
                        .map(Ratio::toString)
                        .orElse(null));
        return map;
    }
}
