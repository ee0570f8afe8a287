package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.report.EvaluationRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result of a run, as recorded in its directory, for comparing runs. Immutable.
 *
 * @param state state in which it ended
 * @param timesteps environment steps
 * @param wallSeconds of the run
 * @param stepsPerSecond of the run
 * @param meanReturn100 mean return of the last 100 training episodes; NaN without one
 * @param finalMetric {@link EvaluationMetrics#finalMetric}; NaN without evaluations
 * @param reached when the target was first reached; empty when it was not, or none was set
 * @param digest of the run; empty where none exists
 */
public record RunOutcome(
        RunState state,
        long timesteps,
        double wallSeconds,
        double stepsPerSecond,
        double meanReturn100,
        double finalMetric,
        Optional<Moment> reached,
        String digest) {
    private static final int WINDOW = 100;

    /**
     * A moment of a run.
     *
     * @param timestep environment steps so far
     * @param wallSeconds since its start
     */
    public record Moment(long timestep, double wallSeconds) {}

    /** Returns the outcome of a run that could not even make its directory. */
    public static RunOutcome failed() {
        return new RunOutcome(RunState.FAILED, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Optional.empty(), "");
    }

    /**
     * Reads the directory of a run that has ended in any way.
     *
     * @param target mean return to be reached: by the evaluations of ten policies where evaluations exist, else by 100
     *     training episodes, to the nearest line of {@code metrics.jsonl}; NaN for none
     * @throws ConfigurationException when a file is damaged
     */
    public static RunOutcome read(Path folder, double target) {
        RunReader run = RunReader.open(folder);
        JsonNode summary = run.summary().orElseGet(() -> new ObjectMapper().createObjectNode());
        List<EvaluationRecord> evaluations = EvaluationsFile.read(folder);
        Optional<Moment> reached = evaluations.isEmpty()
                ? reachedInTraining(run, target)
                : EvaluationMetrics.reaching(evaluations, target).map(e -> new Moment(e.timestep(), e.wallSeconds()));
        return new RunOutcome(
                run.state(),
                summary.path("timesteps").asLong(),
                number(summary, "wall_seconds"),
                number(summary, "steps_per_second"),
                number(summary, "mean_return_100"),
                number(summary, "final_metric"),
                reached,
                summary.path("digest").asText(""));
    }

    /** Returns the outcome that {@link #json} has written. */
    public static RunOutcome of(JsonNode json) {
        double steps = number(json, "required_steps");
        return new RunOutcome(
                Stream.of(RunState.values())
                        .filter(state -> word(state).equals(json.path("state").asText()))
                        .findFirst()
                        .orElse(RunState.FAILED),
                json.path("timesteps").asLong(),
                number(json, "wall_seconds"),
                number(json, "steps_per_second"),
                number(json, "mean_return_100"),
                number(json, "final_metric"),
                Double.isNaN(steps)
                        ? Optional.empty()
                        : Optional.of(new Moment((long) steps, number(json, "required_seconds"))),
                json.path("digest").asText(""));
    }

    /** Returns the outcome as the values of a JSON object; null for a number that is none. */
    public Map<String, Object> json() {
        return JsonDocument.object(
                "state", word(state),
                "timesteps", timesteps,
                "wall_seconds", finite(wallSeconds),
                "steps_per_second", finite(stepsPerSecond),
                "mean_return_100", finite(meanReturn100),
                "final_metric", finite(finalMetric),
                "required_steps", reached.map(Moment::timestep).orElse(null),
                "required_seconds", reached.map(Moment::wallSeconds).orElse(null),
                "digest", digest);
    }

    private static String word(RunState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Returns the same outcome of a run that has done all that it was to do. */
    public RunOutcome finished() {
        return new RunOutcome(
                RunState.FINISHED, timesteps, wallSeconds, stepsPerSecond, meanReturn100, finalMetric, reached, digest);
    }

    private static Optional<Moment> reachedInTraining(RunReader run, double target) {
        for (JsonNode node : run.metrics()) {
            if (node.path("episodes").asLong() >= WINDOW && number(node, "mean_return_100") >= target) {
                return Optional.of(new Moment(node.path("timesteps").asLong(), number(node, "wall_seconds")));
            }
        }
        return Optional.empty();
    }

    private static double number(JsonNode node, String name) {
        return node.path(name).isNumber() ? node.path(name).asDouble() : Double.NaN;
    }
}
