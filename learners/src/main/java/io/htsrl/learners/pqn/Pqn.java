package io.htsrl.learners.pqn;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.values.ActionValueAlgorithm;

/** Parallelised Q-learning (Gallici et al. 2024). Stateless, any thread. */
public final class Pqn extends ActionValueAlgorithm<PqnConfig> {

    public Pqn() {
        super("pqn", "Parallelised Q-learning without replay or target network (Gallici et al. 2024)", PqnConfig.class);
    }

    @Override
    public boolean sharesRows() {
        return true;
    }

    @Override
    protected Learner newLearner(PqnConfig config, LearnerInputs inputs) {
        return new PqnLearner(config, inputs);
    }
}
