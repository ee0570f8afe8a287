package io.htsrl.learners.values;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.policies.network.Heads;
import java.util.List;

/** Settings of an algorithm that learns the values of discrete actions and explores ε-greedily. */
public interface ActionValueConfig extends AlgorithmConfig {

    Exploration exploration();

    @Override
    default Heads heads() {
        return Heads.Q;
    }

    @Override
    default ActionHead head(ActionSpace actions) {
        return values(((ActionSpace.Discrete) actions).count());
    }

    /** Returns the reader of the rows. */
    default ActionValues values(int actions) {
        return new ActionValues(actions);
    }

    @Override
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return exploration().selector(head, environment, environments, steps);
    }

    @Override
    default List<String> annealed() {
        return exploration().annealed(AlgorithmConfig.super.annealed());
    }
}
