package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The runs of a sweep and what they came to, candidate by candidate. One thread. */
final class SweepResults {

    /**
     * What the runs of one candidate in one rung came to.
     *
     * @param runs    planned ones
     * @param summary of those that have ended
     */
    record Standing(SweepCandidate candidate, int rung, List<SweepRun> runs, SweepSummary summary) {

        long timesteps() {
            return runs.get(0).run().config().totalTimesteps();
        }

        private boolean isComplete() {
            return summary.finished() == runs.size();
        }

        /** The final metric where policies were evaluated, else the return of the training; NaN without a run. */
        double score() {
            double metric = summary.finals().mean();
            return Double.isNaN(metric) ? summary.returns().mean() : metric;
        }
    }

    /** The best first; a run that failed comes behind all that have not, and equals stay in their order. */
    private static final Comparator<Standing> BEST_FIRST = Comparator.comparing((Standing s) -> !s.isComplete())
            .thenComparing(s -> Double.isNaN(s.score()) ? Double.POSITIVE_INFINITY : -s.score());

    private final List<SweepRun> planned = new ArrayList<>();
    private final Map<SweepRun, RunOutcome> outcomes = new LinkedHashMap<>();

    /** Adds runs that are to be made. */
    void plan(Collection<SweepRun> runs) {
        planned.addAll(runs);
    }

    void add(SweepRun run, RunOutcome outcome) {
        outcomes.put(run, outcome);
    }

    List<SweepRun> planned() {
        return List.copyOf(planned);
    }

    /** In the order in which they were planned. */
    Map<SweepRun, RunOutcome> outcomes() {
        Map<SweepRun, RunOutcome> inOrder = new LinkedHashMap<>();
        planned.stream().filter(outcomes::containsKey).forEach(run -> inOrder.put(run, outcomes.get(run)));
        return inOrder;
    }

    /** Whether policies are evaluated. */
    boolean evaluated() {
        return planned.stream().anyMatch(run -> run.run().evaluation().enabled());
    }

    /** Each candidate in the last rung that it has come to, in the order of the candidates. */
    List<Standing> standings() {
        Map<SweepCandidate, Integer> rungs = new LinkedHashMap<>();
        planned.forEach(run -> rungs.merge(run.candidate(), run.rung(), Math::max));
        return rungs.entrySet().stream()
                .map(e -> standing(e.getKey(), e.getValue()))
                .toList();
    }

    private Standing standing(SweepCandidate candidate, int rung) {
        List<SweepRun> runs = planned.stream()
                .filter(run -> run.rung() == rung && run.candidate().equals(candidate))
                .toList();
        List<RunOutcome> ended =
                runs.stream().filter(outcomes::containsKey).map(outcomes::get).toList();
        SweepRun first = runs.get(0);
        return new Standing(
                candidate,
                rung,
                runs,
                SweepSummary.of(first.algorithm(), first.run().config().env(), runs.size(), ended));
    }

    /** The same, the best first; those of a later rung before all that have not come to it. */
    List<Standing> ranked() {
        return standings().stream()
                .sorted(Comparator.comparingInt(Standing::rung).reversed().thenComparing(BEST_FIRST))
                .toList();
    }

    /** The candidates that go on from {@code rung}: the best of each algorithm. */
    List<SweepCandidate> best(int rung, int ofEach) {
        Map<String, Integer> taken = new LinkedHashMap<>();
        return ranked().stream()
                .filter(s -> s.rung() == rung && s.summary().finished() > 0)
                .filter(s -> taken.merge(s.summary().algorithm(), 1, Integer::sum) <= ofEach)
                .map(Standing::candidate)
                .toList();
    }

    /** The best of all; empty where no run has come to its end. */
    Optional<Standing> best() {
        return ranked().stream().filter(s -> s.summary().finished() > 0).findFirst();
    }
}
