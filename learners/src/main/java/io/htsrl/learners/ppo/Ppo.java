package io.htsrl.learners.ppo;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ActorCriticAlgorithm;
import io.htsrl.learners.onpolicy.ReturnEstimates;

/** Proximal policy optimization (Schulman et al. 2017). Stateless, any thread. */
public final class Ppo extends ActorCriticAlgorithm<PpoConfig> {

    public Ppo() {
        super("ppo", "Proximal policy optimization (Schulman et al. 2017)", PpoConfig.class);
    }

    @Override
    protected Learner newLearner(PpoConfig config, LearnerInputs inputs) {
        DistributionHead head = config.head(inputs);
        return new PpoLearner(
                config,
                inputs.shape(),
                inputs.policy(),
                inputs.network(inputs.shape().rows() / config.numMinibatches()),
                head,
                inputs.intervals(),
                inputs.stream().spawn("minibatch"),
                config.clipAround() == PpoConfig.ClipAround.CURRENT
                        ? ReturnEstimates.corrected(
                                config.actorCritic(), inputs.shape(), inputs.policy(), head.newDistribution())
                        : ReturnEstimates.of(config.actorCritic(), inputs, head.newDistribution()),
                inputs.team());
    }
}
