package io.htsrl.learners;

import io.htsrl.core.Violations;

/** The settings of one algorithm; each decides bits of a run. */
public sealed interface AlgorithmConfig permits A2cConfig, PpoConfig {

    /** The name that {@code --algo} takes. */
    String algorithm();

    OptimizerConfig optimizer();

    double gamma();

    /**
     * Adds what is wrong with these settings.
     *
     * @param rowsPerInterval steps in one bank, n·α
     */
    void check(int rowsPerInterval, Violations violations);
}
