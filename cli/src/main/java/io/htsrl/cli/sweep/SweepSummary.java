package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.RunState;
import io.htsrl.cli.terminal.Estimate;
import io.htsrl.trainer.evaluation.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One algorithm of a sweep, over the runs that have come to their end. Immutable.
 *
 * @param planned  runs
 * @param finished those that have come to their end
 * @param returns  mean return of the last 100 training episodes, over seeds
 * @param finals   final metric, over seeds; of no values where nothing was evaluated
 * @param reached  runs that have reached the target
 * @param steps    mean environment steps to it over the runs that have; NaN without one
 * @param seconds  mean wall time to it over the runs that have; NaN without one
 * @param rate     median of the runs' steps per second
 */
record SweepSummary(
        String algorithm,
        String env,
        int planned,
        int finished,
        Estimate returns,
        Estimate finals,
        int reached,
        double steps,
        double seconds,
        double rate) {

    /** @param outcomes of all runs of the algorithm that were begun */
    static SweepSummary of(String algorithm, String env, int planned, List<RunOutcome> outcomes) {
        List<RunOutcome> ended =
                outcomes.stream().filter(o -> o.state() == RunState.FINISHED).toList();
        List<Moment> moments = ended.stream().flatMap(o -> o.reached().stream()).toList();
        return new SweepSummary(
                algorithm,
                env,
                planned,
                ended.size(),
                Estimate.of(numbers(ended, RunOutcome::meanReturn100)),
                Estimate.of(numbers(ended, RunOutcome::finalMetric)),
                moments.size(),
                Sample.mean(moments.stream().mapToDouble(Moment::timestep).toArray()),
                Sample.mean(moments.stream().mapToDouble(Moment::wallSeconds).toArray()),
                Sample.median(numbers(ended, RunOutcome::stepsPerSecond)));
    }

    private static double[] numbers(List<RunOutcome> outcomes, ToDoubleFunction<RunOutcome> figure) {
        return outcomes.stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    Map<String, Object> json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("env", env);
        map.put("runs", planned);
        map.put("finished", finished);
        put(map, "mean_return_100", returns);
        put(map, "final_metric", finals);
        map.put("reached", reached);
        map.put("required_steps", steps);
        map.put("required_seconds", seconds);
        map.put("steps_per_second_median", rate);
        return map;
    }

    private static void put(Map<String, Object> map, String name, Estimate estimate) {
        map.put(name, estimate.mean());
        map.put(name + "_ci_low", estimate.interval().low());
        map.put(name + "_ci_high", estimate.interval().high());
    }
}
