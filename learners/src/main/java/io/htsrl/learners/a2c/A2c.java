package io.htsrl.learners.a2c;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ReturnEstimates;

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
        A2cConfig config = (A2cConfig) settings;
        ActionDistribution distribution = config.head(inputs.actions()).newDistribution();
        return new A2cLearner(
                config,
                inputs.shape(),
                inputs.policy(),
                inputs.network(inputs.shape().rows()),
                distribution,
                inputs.intervals(),
                ReturnEstimates.of(config.actorCritic(), inputs, distribution),
                inputs.team());
    }
}
