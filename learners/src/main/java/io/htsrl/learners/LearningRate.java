package io.htsrl.learners;

import io.htsrl.core.Horizon;

/** The learning rate of each update: constant, or annealed linearly to zero over the run. Immutable. */
final class LearningRate {
    private final OptimizerConfig config;
    private final Horizon updates;

    LearningRate(OptimizerConfig config, Horizon updates) {
        this.config = config;
        this.updates = updates;
    }

    /** As CleanRL: the first update has the full rate, the last {@code 1/updates} of it. */
    double at(long update) {
        double fraction = config.annealLr() ? Math.max(0, 1 - (double) update / Math.max(1, updates.at(update))) : 1;
        return fraction * config.learningRate();
    }
}
