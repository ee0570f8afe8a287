package io.htsrl.learners.qlearning;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.values.ActionValueAlgorithm;

/** Q-learning with a table (Watkins 1989), for environments whose observations are one-hot. Stateless, any thread. */
public final class QLearning extends ActionValueAlgorithm<QLearningConfig> {

    public QLearning() {
        super("q-learning", "Q-learning with a table (Watkins 1989)", QLearningConfig.class);
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
    protected Learner newLearner(QLearningConfig config, LearnerInputs inputs) {
        return new QLearningLearner(config, inputs);
    }
}
