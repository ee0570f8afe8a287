package io.htsrl.learners.qlearning;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import java.util.Set;

/** Q-learning with a table (Watkins 1989), of environments whose observations are one-hot. Stateless, any thread. */
public final class QLearning implements Algorithm {

    @Override
    public String name() {
        return "q-learning";
    }

    @Override
    public String title() {
        return "Q-learning with a table (Watkins 1989)";
    }

    @Override
    public Class<QLearningConfig> settings() {
        return QLearningConfig.class;
    }

    @Override
    public Set<String> unusedSettings() {
        return Set.of("shared-torso", "async-correction"); // it learns of the greedy policy, whoever acted
    }

    @Override
    public boolean learnsFrom(ObservationSpace space) {
        return space.choices().length > 0;
    }

    @Override
    public String observationSpaces() {
        return "one-hot observations";
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return new QLearningLearner((QLearningConfig) settings, inputs);
    }
}
