package io.htsrl.learners.a2c;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ActorCriticAlgorithm;
import io.htsrl.learners.onpolicy.AdvantageLearner;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.GradientStep;

/** Advantage actor-critic (Mnih et al. 2016), synchronous but under {@code a3c}. Stateless, any thread. */
public final class A2c extends ActorCriticAlgorithm<A2cConfig> {

    public A2c() {
        super("a2c", "Advantage actor-critic (Mnih et al. 2016), synchronous", A2cConfig.class);
    }

    @Override
    protected Learner newLearner(A2cConfig config, LearnerInputs inputs) {
        DistributionHead head = config.head(inputs);
        return new AdvantageLearner(
                config.actorCritic(),
                inputs.shape(),
                inputs.network(inputs.shape().rows()),
                head,
                inputs.team().lanes(),
                inputs.intervals(),
                ReturnEstimates.of(config.actorCritic(), inputs, head.newDistribution()),
                new GradientStep(
                        config.optimizer(), inputs.policy(), inputs.intervals(), inputs.team(), inputs.optimizers()));
    }

    /** Returns true: with shared parameters this is A3C, the asynchronous form. */
    @Override
    public boolean runsUnder(Schedule schedule) {
        return true;
    }
}
