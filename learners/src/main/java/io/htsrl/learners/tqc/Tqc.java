package io.htsrl.learners.tqc;

import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.SoftLearner;

/** Truncated quantile critics (Kuznetsov et al. 2020). Stateless, any thread. */
public final class Tqc implements BoxAlgorithm {

    @Override
    public String name() {
        return "tqc";
    }

    @Override
    public String title() {
        return "Truncated quantile critics (Kuznetsov et al. 2020): SAC whose critics give quantiles";
    }

    @Override
    public Class<TqcConfig> settings() {
        return TqcConfig.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        TqcConfig config = (TqcConfig) settings;
        return new SoftLearner(
                config,
                inputs,
                (rows, team) -> new QuantileLoss(
                        rows,
                        config.critics(),
                        config.quantiles(),
                        config.drop(),
                        config.learning().criticLossCoef(),
                        team));
    }
}
