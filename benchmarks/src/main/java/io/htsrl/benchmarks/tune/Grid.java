package io.htsrl.benchmarks.tune;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.Knobs;
import io.htsrl.experiments.tune.TimedRun;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures all settings of a coarse grid over the knobs that change no bit: each briefly, then the best ones again and
 * longer, in turns with the setting that is compared, so that chance does not decide. One thread.
 */
final class Grid {
    private static final TimedRun.Window WARM_UP = new TimedRun.Window(3, 0, 1);
    private static final TimedRun.Window SHORT = new TimedRun.Window(0.3, 0.5, 2);
    private static final TimedRun.Window LONG = new TimedRun.Window(0.5, 2, 3);
    private static final List<WaitMode> WAITS = List.of(WaitMode.PHASED, WaitMode.BLOCKING, WaitMode.YIELDING);
    private static final int FINALISTS = 4;
    private static final int ROUNDS = 3;

    private final RunConfig config;

    Grid(RunConfig config) {
        this.config = config;
    }

    /**
     * Returns all points of the grid.
     *
     * @param n     number of environments
     * @param cores number of cores of the machine
     */
    static List<Knobs> points(int n, int cores) {
        Set<Knobs> points = new LinkedHashSet<>();
        for (int executors : new TreeSet<>(List.of(1, Math.min(2, n), Math.min(4, n), n))) {
            for (int actors : List.of(0, 1, 2)) {
                for (int batch : new TreeSet<>(List.of(n, Math.max(1, n / 4)))) {
                    for (WaitMode wait : WAITS) {
                        for (int learners : new TreeSet<>(List.of(1, Math.min(8, cores)))) {
                            points.add(new Knobs(executors, actors, batch, wait, learners));
                        }
                    }
                }
            }
        }
        return List.copyOf(points);
    }

    /** Returns steps per second of {@code compared}, which comes first, and of the best points. */
    Map<Knobs, Double> best(Knobs compared) throws TrainingFailedException, InterruptedException {
        TimedRun.of(config, compared, WARM_UP);
        Map<Knobs, Double> rates = new LinkedHashMap<>();
        for (Knobs knobs :
                points(config.pipeline().numEnvs(), Runtime.getRuntime().availableProcessors())) {
            rates.put(knobs, TimedRun.of(config, knobs, SHORT).stepsPerSecond());
        }
        List<Knobs> finalists = new ArrayList<>(List.of(compared));
        rates.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .filter(knobs -> !knobs.equals(compared))
                .limit(FINALISTS)
                .forEach(finalists::add);
        Map<Knobs, Double> longer = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Knobs knobs : finalists) {
                longer.merge(knobs, TimedRun.of(config, knobs, LONG).stepsPerSecond() / ROUNDS, Double::sum);
            }
        }
        return longer;
    }
}
