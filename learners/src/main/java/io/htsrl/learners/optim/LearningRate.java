package io.htsrl.learners.optim;

import io.htsrl.core.time.Horizon;

/** The learning rate of each update: constant, or annealed linearly to zero over the run. Immutable. */
public final class LearningRate {
    private final OptimizerConfig config;
    private final Horizon updates;

    /** @param updates how many are planned, at each of them */
    public LearningRate(OptimizerConfig config, Horizon updates) {
        this.config = config;
        this.updates = updates;
    }

    /** As CleanRL: the first update has the full rate, the last {@code 1/updates} of it. */
    public double at(long update) {
        double fraction = config.annealLr() ? Math.max(0, 1 - (double) update / Math.max(1, updates.at(update))) : 1;
        return fraction * config.learningRate();
    }
}
