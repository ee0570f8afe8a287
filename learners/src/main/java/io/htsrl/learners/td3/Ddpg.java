package io.htsrl.learners.td3;

import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;

/** Deep deterministic policy gradient (Lillicrap et al. 2016): {@link Td3} with one critic. Stateless, any thread. */
public final class Ddpg implements BoxAlgorithm {

    @Override
    public String name() {
        return "ddpg";
    }

    @Override
    public String title() {
        return "Deep deterministic policy gradient (Lillicrap et al. 2016)";
    }

    @Override
    public Class<DdpgConfig> settings() {
        return DdpgConfig.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return new Td3Learner((DeterministicConfig) settings, inputs);
    }
}
