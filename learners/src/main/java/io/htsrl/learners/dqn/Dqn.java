package io.htsrl.learners.dqn;

import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.replay.PrioritizedReplay;
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
        return Set.of(
                "shared-torso", // the heads of Q-values have one torso
                "async-correction"); // what is replayed is old in any case
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        DqnConfig config = (DqnConfig) settings;
        int batch = config.replay().batchSize();
        return new DqnLearner(
                config,
                inputs.shape(),
                inputs.policy(),
                new QRows(inputs.discreteActions(), config.dueling()),
                inputs.network(batch),
                new TargetNetwork(
                        inputs.network(batch),
                        new PolyakTargets(inputs.policy().tensors(), config.tau(), inputs.team())),
                new PrioritizedReplay(config.memory(inputs.shape())),
                inputs.intervals(),
                inputs.stream().spawn("replay"),
                inputs.team());
    }
}
