package io.htsrl.learners.td3;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;

/** Twin delayed deep deterministic policy gradient (Fujimoto et al. 2018). Stateless, any thread. */
public final class Td3 extends BoxAlgorithm<Td3Config> {

    public Td3() {
        super("td3", "Twin delayed deep deterministic policy gradient (Fujimoto et al. 2018)", Td3Config.class);
    }

    @Override
    protected Learner newLearner(Td3Config config, LearnerInputs inputs) {
        return new Td3Learner(config, inputs);
    }
}
