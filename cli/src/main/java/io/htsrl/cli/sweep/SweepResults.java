package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.trainer.evaluation.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The runs of a sweep and their results, candidate by candidate. One thread. */
final class SweepResults {

    /**
     * Results of the runs of one candidate in one rung.
     *
     * @param runs planned ones
     * @param summary of those that have ended
     */
    record Standing(SweepCandidate candidate, int rung, List<SweepRun> runs, SweepSummary summary) {

        long timesteps() {
            return Math.min(runs.get(0).timesteps(), runs.get(0).run().config().totalTimesteps());
        }

        boolean isComplete() {
            return summary.finished() == runs.size();
        }

        /**
         * Returns the final metric where policies were evaluated, else the return of the training; NaN without a run.
         */
        double score() {
            double metric = summary.finals().mean();
            return Double.isNaN(metric) ? summary.returns().mean() : metric;
        }
    }

    /** Orders the best first; a run that failed comes behind all that have not, and equals stay in their order. */
    private static final Comparator<Standing> BEST_FIRST = Comparator.comparing((Standing s) -> !s.isComplete())
            .thenComparing(s -> Double.isNaN(s.score()) ? Double.POSITIVE_INFINITY : -s.score());

    /** A candidate in one rung. */
    private record Place(SweepCandidate candidate, int rung) {}

    private final List<SweepRun> planned = new ArrayList<>();
    private final Map<Place, List<SweepRun>> places = new LinkedHashMap<>();
    private final Map<SweepRun, RunOutcome> outcomes = new LinkedHashMap<>();
    private final Map<Place, Standing> known =
            new HashMap<>(); // until a run of the place changes: confidence intervals cost

    /** Adds runs that are to be made. */
    void plan(Collection<SweepRun> runs) {
        planned.addAll(runs);
        for (SweepRun run : runs) {
            Place place = placeOf(run);
            places.computeIfAbsent(place, any -> new ArrayList<>()).add(run);
            known.remove(place);
        }
    }

    void add(SweepRun run, RunOutcome outcome) {
        outcomes.put(run, outcome);
        known.remove(placeOf(run));
    }

    private static Place placeOf(SweepRun run) {
        return new Place(run.candidate(), run.rung());
    }

    List<SweepRun> planned() {
        return List.copyOf(planned);
    }

    /** Returns the outcomes in the order in which the runs were planned. */
    Map<SweepRun, RunOutcome> outcomes() {
        Map<SweepRun, RunOutcome> inOrder = new LinkedHashMap<>();
        planned.stream().filter(outcomes::containsKey).forEach(run -> inOrder.put(run, outcomes.get(run)));
        return inOrder;
    }

    /** Returns whether policies are evaluated. */
    boolean evaluated() {
        return planned.stream().anyMatch(run -> run.run().evaluation().enabled());
    }

    /** Returns each candidate in the last rung that it has reached, in the order of the candidates. */
    List<Standing> standings() {
        Map<SweepCandidate, Integer> rungs = new LinkedHashMap<>();
        places.keySet().forEach(place -> rungs.merge(place.candidate(), place.rung(), Math::max));
        return rungs.entrySet().stream()
                .map(e -> standing(new Place(e.getKey(), e.getValue())))
                .toList();
    }

    private Standing standing(Place place) {
        return known.computeIfAbsent(place, this::computed);
    }

    private Standing computed(Place place) {
        List<SweepRun> runs = places.get(place);
        List<RunOutcome> ended =
                runs.stream().filter(outcomes::containsKey).map(outcomes::get).toList();
        SweepRun first = runs.get(0);
        return new Standing(
                place.candidate(),
                place.rung(),
                runs,
                SweepSummary.of(first.algorithm(), first.run().config().env(), runs.size(), ended));
    }

    /** Returns the same, the best first; those of a later rung come before all that have not reached it. */
    List<Standing> ranked() {
        return standings().stream()
                .sorted(Comparator.comparingInt(Standing::rung).reversed().thenComparing(BEST_FIRST))
                .toList();
    }

    /** Returns all candidates that were given {@code rung}, as they stood at its end, the best first. */
    List<Standing> ranked(int rung) {
        return places.keySet().stream()
                .filter(place -> place.rung() == rung)
                .map(this::standing)
                .sorted(BEST_FIRST)
                .toList();
    }

    /** Returns the best candidate; empty where no run has finished. */
    Optional<Standing> best() {
        return ranked().stream().filter(s -> s.summary().finished() > 0).findFirst();
    }

    /**
     * Statistics of one algorithm of a sweep, over the runs that have finished. Immutable.
     *
     * @param planned number of planned runs
     * @param finished number of runs that have finished
     * @param returns mean return of the last 100 training episodes, over seeds
     * @param finals final metric, over seeds; of no values where nothing was evaluated
     * @param reached runs that have reached the target
     * @param steps mean environment steps to it over the runs that have; NaN without one
     * @param seconds mean wall time to it over the runs that have; NaN without one
     * @param rate median of the runs' steps per second
     */
    record SweepSummary(
            String algorithm,
            String env,
            int planned,
            int finished,
            MeanWithInterval returns,
            MeanWithInterval finals,
            int reached,
            double steps,
            double seconds,
            double rate) {

        /** @param outcomes of all runs of the algorithm that were begun */
        static SweepSummary of(String algorithm, String env, int planned, List<RunOutcome> outcomes) {
            List<RunOutcome> ended = outcomes.stream()
                    .filter(o -> o.state() == RunState.FINISHED)
                    .toList();
            List<Moment> moments =
                    ended.stream().flatMap(o -> o.reached().stream()).toList();
            return new SweepSummary(
                    algorithm,
                    env,
                    planned,
                    ended.size(),
                    MeanWithInterval.of(numbers(ended, RunOutcome::meanReturn100)),
                    MeanWithInterval.of(numbers(ended, RunOutcome::finalMetric)),
                    moments.size(),
                    Sample.mean(moments.stream().mapToDouble(Moment::timestep).toArray()),
                    Sample.mean(
                            moments.stream().mapToDouble(Moment::wallSeconds).toArray()),
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

        private static void put(Map<String, Object> map, String name, MeanWithInterval estimate) {
            map.put(name, estimate.mean());
            map.put(name + "_ci_low", estimate.interval().low());
            map.put(name + "_ci_high", estimate.interval().high());
        }
    }
}
