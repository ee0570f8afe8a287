package io.htsrl.learners;

/** The learning rate of each update: constant, or annealed linearly to zero over the run. Immutable. */
final class LearningRate {
    private final OptimizerConfig config;
    private final long updates;

    LearningRate(OptimizerConfig config, long updates) {
        this.config = config;
        this.updates = Math.max(1, updates);
    }

    /** As CleanRL: the first update has the full rate, the last {@code 1/updates} of it. */
    double at(long update) {
        double fraction = config.annealLr() ? Math.max(0, 1 - (double) update / updates) : 1;
        return fraction * config.learningRate();
    }
}
