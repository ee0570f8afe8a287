package io.htsrl.experiments.tune;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.config.RunConfig;

/** A run that learns sooner than the user's, so that what is measured of it is not the time before. Pure function. */
final class Hurried {
    private static final String KEY = "learning-starts";
    private static final long SOON = 1000;

    private Hurried() {}

    /** {@code config}, which the flags make; the same where it learns soon enough, or cannot learn sooner. */
    static RunConfig of(Layer flags, RunConfig config) {
        if (!(config.algorithm() instanceof Replaying replaying) || replaying.learningStarts() <= SOON) {
            return config;
        }
        try {
            Layer sooner = flags.replacing(KEY, Long.toString(SOON));
            return new ConfigResolver(sooner, new Violations()).resolve().config();
        } catch (ConfigurationException e) { // batches are larger, for example
            return config;
        }
    }
}
