package io.htsrl.learners.sac;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.SoftLearner;

/**
 * Soft actor-critic (Haarnoja et al. 2018) with twin critics, for discrete actions as in Christodoulou 2019. Stateless,
 * any thread.
 */
public final class Sac extends BoxAlgorithm<SacConfig> {

    public Sac() {
        super("sac", "Soft actor-critic (Haarnoja et al. 2018), twin critics, learnt temperature", SacConfig.class);
    }

    @Override
    public boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Discrete || super.actsIn(space);
    }

    @Override
    public String actionSpaces() {
        return "discrete actions, or " + super.actionSpaces();
    }

    @Override
    protected Learner newLearner(SacConfig config, LearnerInputs inputs) {
        return new SoftLearner(config, inputs, (rows, team) -> new LeastValueLoss(rows, config));
    }
}
