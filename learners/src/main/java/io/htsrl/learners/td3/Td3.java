package io.htsrl.learners.td3;

import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;

/** Twin delayed deep deterministic policy gradient (Fujimoto et al. 2018). Stateless, any thread. */
public final class Td3 implements BoxAlgorithm {

    @Override
    public String name() {
        return "td3";
    }

    @Override
    public String title() {
        return "Twin delayed deep deterministic policy gradient (Fujimoto et al. 2018)";
    }

    @Override
    public Class<Td3Config> settings() {
        return Td3Config.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return new Td3Learner((DeterministicConfig) settings, inputs);
    }
}
