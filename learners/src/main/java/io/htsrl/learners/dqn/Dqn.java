package io.htsrl.learners.dqn;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.values.ActionValueAlgorithm;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.network.PolicyNetwork;

/** Deep Q-network (Mnih et al. 2015), double, dueling, with prioritized replay. Stateless, any thread. */
public final class Dqn extends ActionValueAlgorithm<DqnConfig> {

    public Dqn() {
        super("dqn", "Deep Q-network (Mnih et al. 2015), double, dueling, with prioritized replay", DqnConfig.class);
    }

    @Override
    public boolean learnsSequences() {
        return true;
    }

    @Override
    protected Learner newLearner(DqnConfig config, LearnerInputs inputs) {
        ReplaySettings replay = config.replay();
        int rows = config.sequences().rows(replay.nStep());
        ImplicitQuantiles implicit = config.distribution().implicit();
        PolicyNetwork learnt = implicit.areUsed() ? inputs.policy().sampled(implicit.most()) : inputs.policy();
        return new DqnLearner(
                config,
                inputs.shape(),
                inputs.policy(),
                new QRows(config.learntValues(inputs.discreteActions())),
                size -> replay.networks(inputs, learnt, size * rows),
                new TargetNetwork(
                        replay.networks(inputs, learnt, replay.batchSize() * rows),
                        new PolyakTargets(inputs.policy().tensors(), config.tau(), inputs.team()),
                        replay.team(inputs.team())),
                config.newMemory(inputs),
                inputs.intervals(),
                inputs.stream().spawn("replay"),
                inputs.team(),
                inputs.batches());
    }
}
