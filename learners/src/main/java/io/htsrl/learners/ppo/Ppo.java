package io.htsrl.learners.ppo;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
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
        ActionDistribution distribution = config.head(inputs.actions()).newDistribution();
        return new PpoLearner(
                config,
                inputs.shape(),
                inputs.policy(),
                inputs.network(inputs.shape().rows() / config.numMinibatches()),
                distribution,
                inputs.intervals(),
                inputs.stream().spawn("minibatch"),
                config.clipAround() == PpoConfig.ClipAround.CURRENT
                        ? ReturnEstimates.corrected(config.actorCritic(), inputs.shape(), inputs.policy(), distribution)
                        : ReturnEstimates.of(config.actorCritic(), inputs, distribution),
                inputs.team());
    }
}
