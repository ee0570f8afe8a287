package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.model.RoleCosts;
import io.htsrl.experiments.tune.model.Workload;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The run with other settings that change its bits: longer and shorter intervals, more environments, and minibatches as
 * large again, where the algorithm has such a setting. What an update costs is in proportion to its interval, and for
 * minibatches is measured. One thread.
 */
final class FreeVariants {
    private static final double[] INTERVALS = {1, 0.5, 2, 4};
    private static final int[] ENVIRONMENTS = {1, 2};
    private static final String INTERVAL = "sync-interval";
    private static final String REPLICAS = "num-envs";

    private final FreeSettings settings;
    private final Workload load;
    private final Profile profile;
    private final Profiler profiler;

    /**
     * One of them.
     *
     * @param changes what differs, by key
     */
    record Variant(Map<String, String> changes, RunConfig config, Workload load, RoleCosts costs) {}

    FreeVariants(FreeSettings settings, Workload load, Profile profile, Profiler profiler) {
        this.settings = settings;
        this.load = load;
        this.profile = profile;
        this.profiler = profiler;
    }

    /** All that can be run, the run as it is not among them. */
    List<Variant> all() throws TrainingFailedException, InterruptedException {
        List<Variant> all = new ArrayList<>();
        for (Map<String, String> batches : settings.minibatches()) {
            Optional<RunConfig> config = settings.run(batches);
            if (config.isPresent()) {
                double factor = batches.isEmpty()
                        ? 1
                        : profiler.learnerSeconds(config.get())
                                / profile.costs().learner().by(1);
                add(batches, factor, all);
            }
        }
        return all;
    }

    private void add(Map<String, String> batches, double factor, List<Variant> all) {
        for (int environments : ENVIRONMENTS) {
            for (double interval : INTERVALS) {
                Map<String, String> changes = new LinkedHashMap<>(batches);
                if (environments != 1) {
                    changes.put(REPLICAS, Integer.toString(environments * load.environments()));
                }
                if (interval != 1) {
                    changes.put(INTERVAL, Long.toString(Math.round(interval * load.syncInterval())));
                }
                double larger = environments * interval * factor;
                if (!changes.isEmpty() && allowed(changes.keySet()) && interval * load.syncInterval() >= 1) {
                    settings.run(changes).ifPresent(config -> all.add(variant(changes, config, larger)));
                }
            }
        }
    }

    private boolean allowed(Set<String> keys) {
        return keys.stream().noneMatch(settings::kept);
    }

    private Variant variant(Map<String, String> changes, RunConfig config, double larger) {
        RoleCosts costs = profile.costs();
        return new Variant(
                changes,
                config,
                Workload.of(config.pipeline(), load.cores()),
                new RoleCosts(
                        costs.step(), costs.forward(), costs.learner().times(larger), costs.handOvers(), costs.swap()));
    }
}
