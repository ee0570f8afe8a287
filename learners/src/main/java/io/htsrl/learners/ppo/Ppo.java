package io.htsrl.learners.ppo;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ReturnEstimates;

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
    public boolean actsIn(ActionSpace space) {
        return true;
    }

    @Override
    public String actionSpaces() {
        return "actions of any kind";
    }

    @Override
    public boolean sharesRows() {
        return true;
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        PpoConfig config = (PpoConfig) settings;
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
