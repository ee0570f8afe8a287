package io.htsrl.learners;


/** Proximal policy optimization (Schulman et al. 2017). Stateless, any thread. */
public final class Ppo implements Algorithm {

    @Override
    public String name() {
        return "ppo";
    }

    @Override
    public String title() {
        return "Proximal policy optimization (Schulman et al. 2017)";
    }

    @Override
    public Class<PpoConfig> settings() {
        return PpoConfig.class;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return Learners.create(settings, inputs.shape(), inputs.policy(), inputs.discreteActions(),
                inputs.intervals(), inputs.threads(), inputs.stream(), inputs.correction());
    }
}
