package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.FreeSettings.Size;
import io.htsrl.experiments.tune.model.RoleCosts;
import io.htsrl.experiments.tune.model.Workload;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The run with other settings that change its bits: longer and shorter intervals, more environments, and minibatches as
 * large again, where the algorithm has such a setting. What an update costs is in proportion to its interval, and for
 * minibatches is measured. One thread.
 */
final class FreeVariants {
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
        for (Size size : settings.sizes(batches, load.environments(), load.syncInterval())) {
            settings.run(size.changes())
                    .ifPresent(config -> all.add(variant(size.changes(), config, size.times() * factor)));
        }
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
