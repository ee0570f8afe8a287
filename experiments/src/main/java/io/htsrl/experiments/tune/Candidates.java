package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.ThroughputModel.Forecast;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Enumerates thread settings and selects those that are worth a measurement. Pure functions. */
public final class Candidates {
    private static final double LIKE = 0.01; // relative difference below which predictions are equal

    private Candidates() {}

    /** Thread settings and their forecast. */
    public record Candidate(TunedSettings settings, Forecast forecast) {}

    /**
     * Returns all settings that are tried for a workload.
     *
     * @param learnersFree whether several threads may share the learner's passes
     */
    public static List<TunedSettings> all(Workload load, boolean learnersFree) {
        int n = load.environments();
        List<TunedSettings> all = new ArrayList<>();
        for (int executors : numbers(1, n, load.cores())) {
            for (int actors : numbers(0, Math.min(n, load.cores()), load.cores())) {
                for (int batch : load.schedule().lockstep() ? List.of(n) : halves(n)) {
                    for (WaitMode wait : WaitMode.values()) {
                        for (int learners : learnersFree ? numbers(1, Math.min(8, load.cores()), 1) : List.of(1)) {
                            all.add(new TunedSettings(executors, actors, batch, wait, learners));
                        }
                    }
                }
            }
        }
        return all;
    }

    /**
     * Returns the powers of two from {@code least} to {@code most}, both bounds, and numbers near that of the cores.
     */
    private static List<Integer> numbers(int least, int most, int cores) {
        TreeSet<Integer> numbers = new TreeSet<>(List.of(least, most));
        for (int power = 1; power <= most; power *= 2) {
            numbers.add(power);
        }
        numbers.addAll(List.of(cores - 1, cores, cores + 1));
        return List.copyOf(numbers.subSet(least, true, Math.max(least, most), true));
    }

    private static List<Integer> halves(int n) {
        List<Integer> halves = new ArrayList<>();
        for (int batch = n; batch >= 1; batch /= 2) {
            halves.add(batch);
        }
        return halves;
    }

    /**
     * Sorts settings, the best first. Of nearly equal ones the one with the fewest threads comes first, then the one
     * with the largest batches.
     */
    public static List<Candidate> ranked(List<TunedSettings> all, ThroughputModel model) {
        return all.stream()
                .map(settings -> new Candidate(settings, model.of(settings)))
                .sorted(Comparator.<Candidate>comparingDouble(
                                c -> -Math.floor(StrictMath.log(c.forecast().stepsPerSecond()) / LIKE))
                        .thenComparingInt(
                                c -> c.settings().executors() + c.settings().actors())
                        .thenComparingInt(c -> -c.settings().learners())
                        .thenComparingInt(c -> -c.settings().actorBatch())
                        .thenComparing(c -> c.settings().waitMode()))
                .toList();
    }

    /**
     * Returns the best settings of different kinds. Of equal numbers of executors and learners, with or without actors,
     * only the best counts, so that a model error about one kind does not decide.
     */
    public static List<Candidate> best(List<Candidate> ranked, int many) {
        Map<List<Object>, Candidate> kinds = new LinkedHashMap<>();
        for (Candidate candidate : ranked) {
            TunedSettings settings = candidate.settings();
            kinds.putIfAbsent(List.of(settings.executors(), settings.actors() > 0, settings.learners()), candidate);
        }
        return kinds.values().stream().limit(many).toList();
    }
}
