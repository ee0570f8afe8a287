package io.htsrl.learners.tqc;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.SoftLearner;

/** Truncated quantile critics (Kuznetsov et al. 2020). Stateless, any thread. */
public final class Tqc extends BoxAlgorithm<TqcConfig> {

    public Tqc() {
        super(
                "tqc",
                "Truncated quantile critics (Kuznetsov et al. 2020): SAC whose critics give quantiles",
                TqcConfig.class);
    }

    @Override
    protected Learner newLearner(TqcConfig config, LearnerInputs inputs) {
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
