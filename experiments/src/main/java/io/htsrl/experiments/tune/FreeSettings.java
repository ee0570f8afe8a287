package io.htsrl.experiments.tune;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings that change bits and that a command line leaves free, and the runs with other values of them. Pure. */
final class FreeSettings {
    private static final String MINIBATCHES = "num-minibatches";
    private static final String BATCH = "batch-size";
    private static final String INTERVAL = "sync-interval";
    private static final String REPLICAS = "num-envs";
    private static final String STARTS = "learning-starts";
    private static final long SOON = 1000;
    private static final double[] INTERVALS = {1, 0.5, 2, 4};
    private static final int[] ENVIRONMENTS = {1, 2};

    private final Layer flags;
    private final RunConfig config;

    FreeSettings(Layer flags, RunConfig config) {
        this.flags = flags;
        this.config = config;
    }

    /** Whether the command line has a value for it, which stays. */
    private boolean kept(String key) {
        return flags.has(key);
    }

    /** The settings of minibatches that are tried, the run's own, which changes nothing, first. */
    List<Map<String, String>> minibatches() {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        Map<String, Object> own = RecordSettings.values((Record) config.algorithm());
        if (own.get(MINIBATCHES) instanceof Integer number && number > 1 && !kept(MINIBATCHES)) {
            all.add(Map.of(MINIBATCHES, Integer.toString(number / 2)));
        } else if (own.get(BATCH) instanceof Integer size && !kept(BATCH)) {
            all.add(Map.of(BATCH, Integer.toString(2 * size)));
        }
        return all;
    }

    /**
     * Settings that give a rollout another size.
     *
     * @param changes what differs, by key
     * @param times   how often the run's own rollout goes into it
     */
    record Size(Map<String, String> changes, double times) {}

    /**
     * Longer and shorter intervals, and more environments, each with these minibatches; the run as it is is not among
     * them.
     *
     * @param environments of the run
     * @param interval     steps of it, of one environment
     */
    List<Size> sizes(Map<String, String> minibatches, int environments, int interval) {
        List<Size> all = new ArrayList<>();
        for (int more : ENVIRONMENTS) {
            for (double longer : INTERVALS) {
                Map<String, String> changes = new LinkedHashMap<>(minibatches);
                if (more != 1) {
                    changes.put(REPLICAS, Integer.toString(more * environments));
                }
                if (longer != 1) {
                    changes.put(INTERVAL, Long.toString(Math.round(longer * interval)));
                }
                if (!changes.isEmpty() && changes.keySet().stream().noneMatch(this::kept) && longer * interval >= 1) {
                    all.add(new Size(changes, more * longer));
                }
            }
        }
        return all;
    }

    /** The flags with these settings. */
    static Layer with(Layer flags, Map<String, String> changes) {
        Layer changed = flags;
        for (Map.Entry<String, String> change : changes.entrySet()) {
            changed = changed.replacing(change.getKey(), change.getValue());
        }
        return changed;
    }

    /** The run with these settings, endless and learning soon; none where it cannot be made. */
    Optional<RunConfig> run(Map<String, String> changes) {
        try {
            Layer changed = with(flags, changes);
            RunConfig made =
                    new ConfigResolver(changed, new Violations()).resolve().config();
            return Optional.of(early(changed, made).lasting(Tuning.ENDLESS));
        } catch (ConfigurationException e) { // a batch that does not divide, for example
            return Optional.empty();
        }
    }

    /** {@code config}, which the flags make; the same where it learns soon enough, or cannot learn sooner. */
    static RunConfig early(Layer flags, RunConfig config) {
        if (!(config.algorithm() instanceof Replaying replaying) || replaying.learningStarts() <= SOON) {
            return config;
        }
        try {
            Layer sooner = flags.replacing(STARTS, Long.toString(SOON));
            return new ConfigResolver(sooner, new Violations()).resolve().config();
        } catch (ConfigurationException e) { // batches are larger, for example
            return config;
        }
    }
}
