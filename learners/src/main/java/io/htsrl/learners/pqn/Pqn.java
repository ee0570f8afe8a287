package io.htsrl.learners.pqn;

import io.htsrl.learners.BaseAlgorithm;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import java.util.Set;

/** Parallelised Q-learning (Gallici et al. 2024). Stateless, any thread. */
public final class Pqn extends BaseAlgorithm<PqnConfig> {

    public Pqn() {
        super("pqn", "Parallelised Q-learning without replay or target network (Gallici et al. 2024)", PqnConfig.class);
    }

    @Override
    public boolean sharesRows() {
        return true;
    }

    @Override
    public Set<String> unusedSettings() {
        return Set.of(
                "policy-hidden-sizes",
                "value-hidden-sizes",
                "critic-sees",
                "shared-torso", // Q-values have one torso
                "async-correction"); // the λ-returns are the greedy policy's
    }

    @Override
    protected Learner newLearner(PqnConfig config, LearnerInputs inputs) {
        return new PqnLearner(config, inputs);
    }
}
