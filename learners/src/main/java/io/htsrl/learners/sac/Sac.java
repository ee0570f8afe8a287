package io.htsrl.learners.sac;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.SoftLearner;

/** Soft actor-critic (Haarnoja et al. 2018) with twin critics. Stateless, any thread. */
public final class Sac extends BoxAlgorithm<SacConfig> {

    public Sac() {
        super("sac", "Soft actor-critic (Haarnoja et al. 2018), twin critics, learnt temperature", SacConfig.class);
    }

    @Override
    protected Learner newLearner(SacConfig config, LearnerInputs inputs) {
        return new SoftLearner(
                config,
                inputs,
                (rows, team) -> new LeastValueLoss(
                        rows, config.critics(), config.learning().criticLossCoef()));
    }
}
