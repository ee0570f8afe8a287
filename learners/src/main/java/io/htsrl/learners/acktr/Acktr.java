package io.htsrl.learners.acktr;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ActorCriticAlgorithm;

/** Actor-critic with Kronecker-factored trust regions (Wu et al. 2017). Stateless, any thread. */
public final class Acktr extends ActorCriticAlgorithm<AcktrConfig> {

    public Acktr() {
        super("acktr", "Actor-critic with Kronecker-factored trust regions (Wu et al. 2017)", AcktrConfig.class);
    }

    @Override
    public boolean learnsSequences() {
        return false;
    }

    /** Returns false: the statistics need the rows of all layers in one process. */
    @Override
    public boolean sharesRows() {
        return false;
    }

    @Override
    protected Learner newLearner(AcktrConfig config, LearnerInputs inputs) {
        return AcktrLearner.of(config, inputs);
    }
}
