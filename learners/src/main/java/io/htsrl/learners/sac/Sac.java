package io.htsrl.learners.sac;

import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.SoftLearner;

/** Soft actor-critic (Haarnoja et al. 2018) with twin critics. Stateless, any thread. */
public final class Sac implements BoxAlgorithm {

    @Override
    public String name() {
        return "sac";
    }

    @Override
    public String title() {
        return "Soft actor-critic (Haarnoja et al. 2018), twin critics, learnt temperature";
    }

    @Override
    public Class<SacConfig> settings() {
        return SacConfig.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        SacConfig config = (SacConfig) settings;
        return new SoftLearner(
                config,
                inputs,
                (rows, team) -> new LeastValueLoss(
                        rows, config.critics(), config.learning().criticLossCoef()));
    }
}
