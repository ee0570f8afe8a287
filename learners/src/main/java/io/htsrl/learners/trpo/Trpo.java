package io.htsrl.learners.trpo;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ActorCriticAlgorithm;

/** Trust region policy optimization (Schulman et al. 2015). Stateless, any thread. */
public final class Trpo extends ActorCriticAlgorithm<TrpoConfig> {

    public Trpo() {
        super("trpo", "Trust region policy optimization (Schulman et al. 2015)", TrpoConfig.class);
    }

    @Override
    public boolean learnsSequences() {
        return false;
    }

    @Override
    public boolean sharesRows() {
        return false;
    }

    @Override
    protected Learner newLearner(TrpoConfig config, LearnerInputs inputs) {
        return new TrpoLearner(config, inputs, config.head(inputs));
    }
}
