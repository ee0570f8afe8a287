package io.htsrl.learners;

import io.htsrl.core.Schedule;
import java.util.Set;

/** Deep Q-network (Mnih et al. 2015), double, dueling, with prioritized replay. Stateless, any thread. */
public final class Dqn implements Algorithm {

    @Override
    public String name() {
        return "dqn";
    }

    @Override
    public String title() {
        return "Deep Q-network (Mnih et al. 2015), double, dueling, with prioritized replay";
    }

    @Override
    public Class<DqnConfig> settings() {
        return DqnConfig.class;
    }

    @Override
    public Set<String> unusedSettings() {
        return Set.of("shared-torso"); // the heads of Q-values have one torso
    }

    @Override
    public boolean runsUnder(Schedule schedule) {
        return schedule.barrier();
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return Learners.create(settings, inputs.shape(), inputs.policy(), inputs.discreteActions(),
                inputs.intervals(), inputs.threads(), inputs.stream(), inputs.correction());
    }
}
