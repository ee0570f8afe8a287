package io.htsrl.learners;


/** Advantage actor-critic (Mnih et al. 2016), synchronous. Stateless, any thread. */
public final class A2c implements Algorithm {

    @Override
    public String name() {
        return "a2c";
    }

    @Override
    public String title() {
        return "Advantage actor-critic (Mnih et al. 2016), synchronous";
    }

    @Override
    public Class<A2cConfig> settings() {
        return A2cConfig.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return Learners.create(settings, inputs.shape(), inputs.policy(), inputs.discreteActions(),
                inputs.intervals(), inputs.threads(), inputs.stream(), inputs.correction());
    }
}
