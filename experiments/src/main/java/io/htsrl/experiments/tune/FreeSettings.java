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

/** The settings that change bits and that a command line leaves open, and the runs with other values of them. Pure. */
record FreeSettings(Layer flags, RunConfig config) {
    private static final String MINIBATCHES = "num-minibatches";
    private static final String BATCH = "batch-size";
    private static final String INTERVAL = "sync-interval";
    private static final String REPLICAS = "num-envs";
    private static final String STARTS = "learning-starts";
    private static final long SOON = 1000;
    private static final double[] INTERVALS = {1, 0.5, 2, 4};
    private static final int[] ENVIRONMENTS = {1, 2};

    /** Returns whether the command line has a value for the setting, which is kept. */
    private boolean kept(String key) {
        return flags.has(key);
    }

    /** Returns the settings of minibatches to try. The first is the run's own, which changes nothing. */
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
     * Settings that change the size of a rollout.
     *
     * @param changes changed settings, by key
     * @param times size of the rollout relative to the run's
     */
    record Size(Map<String, String> changes, double times) {}

    /**
     * Returns longer and shorter intervals, and more environments, each with these minibatches. The unchanged run is
     * not included.
     *
     * @param environments number of environments of the run
     * @param interval steps of an interval of one environment
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

    /** Returns the flags with these settings. */
    static Layer with(Layer flags, Map<String, String> changes) {
        Layer changed = flags;
        for (Map.Entry<String, String> change : changes.entrySet()) {
            changed = changed.replacing(change.getKey(), change.getValue());
        }
        return changed;
    }

    /** Returns an endless run with these settings that starts learning early; empty where it cannot be made. */
    Optional<RunConfig> run(Map<String, String> changes) {
        try {
            Layer changed = with(flags, changes);
            RunConfig made =
                    new ConfigResolver(changed, new Violations()).resolve().config();
            return Optional.of(early(changed, made).lasting(Tuning.ENDLESS));
        } catch (ConfigurationException e) { // for example, a batch that does not divide the rollout
            return Optional.empty();
        }
    }

    /**
     * Returns a copy of {@code config}, made from the flags, that starts learning early; the same run where it already
     * does or cannot.
     */
    static RunConfig early(Layer flags, RunConfig config) {
        if (!(config.algorithm() instanceof Replaying replaying) || replaying.learningStarts() <= SOON) {
            return config;
        }
        try {
            Layer sooner = flags.replacing(STARTS, Long.toString(SOON));
            return new ConfigResolver(sooner, new Violations()).resolve().config();
        } catch (ConfigurationException e) { // for example, batches that are larger
            return config;
        }
    }
}
