package io.htsrl.learners.td3;

import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;

/** Deep deterministic policy gradient (Lillicrap et al. 2016): {@link Td3} with one critic. Stateless, any thread. */
public final class Ddpg extends BoxAlgorithm<DdpgConfig> {

    public Ddpg() {
        super("ddpg", "Deep deterministic policy gradient (Lillicrap et al. 2016)", DdpgConfig.class);
    }

    @Override
    protected Learner newLearner(DdpgConfig config, LearnerInputs inputs) {
        return new Td3Learner(config, inputs);
    }
}
