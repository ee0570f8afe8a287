package io.htsrl.benchmarks.tune;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.TimedRun;
import io.htsrl.experiments.tune.TunedSettings;
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
 * Measures a coarse grid of thread settings: each briefly, then the best ones again and longer, in turns with the
 * setting that is compared, so that chance does not decide. One thread.
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
     * @param n number of environments
     * @param cores number of cores of the machine
     */
    static List<TunedSettings> points(int n, int cores) {
        Set<TunedSettings> points = new LinkedHashSet<>();
        for (int executors : new TreeSet<>(List.of(1, Math.min(2, n), Math.min(4, n), n))) {
            for (int actors : List.of(0, 1, 2)) {
                for (int batch : new TreeSet<>(List.of(n, Math.max(1, n / 4)))) {
                    for (WaitMode wait : WAITS) {
                        for (int learners : new TreeSet<>(List.of(1, Math.min(8, cores)))) {
                            points.add(new TunedSettings(executors, actors, batch, wait, learners));
                        }
                    }
                }
            }
        }
        return List.copyOf(points);
    }

    /** Returns steps per second of {@code compared}, which comes first, and of the best points. */
    Map<TunedSettings, Double> best(TunedSettings compared) throws TrainingFailedException, InterruptedException {
        TimedRun.of(config, compared, WARM_UP);
        Map<TunedSettings, Double> rates = new LinkedHashMap<>();
        for (TunedSettings settings :
                points(config.pipeline().numEnvs(), Runtime.getRuntime().availableProcessors())) {
            rates.put(settings, TimedRun.of(config, settings, SHORT).stepsPerSecond());
        }
        List<TunedSettings> finalists = new ArrayList<>(List.of(compared));
        rates.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .filter(settings -> !settings.equals(compared))
                .limit(FINALISTS)
                .forEach(finalists::add);
        Map<TunedSettings, Double> longer = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (TunedSettings settings : finalists) {
                longer.merge(settings, TimedRun.of(config, settings, LONG).stepsPerSecond() / ROUNDS, Double::sum);
            }
        }
        return longer;
    }
}
