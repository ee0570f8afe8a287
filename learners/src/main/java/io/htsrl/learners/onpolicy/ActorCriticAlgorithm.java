package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.BaseAlgorithm;

/** Base class of algorithms that learn actor and critic from each bank once, for any actions. */
public abstract class ActorCriticAlgorithm<C extends AlgorithmConfig> extends BaseAlgorithm<C> {

    protected ActorCriticAlgorithm(String name, String title, Class<C> settings) {
        super(name, title, settings);
    }

    @Override
    public final boolean actsIn(ActionSpace space) {
        return true;
    }

    @Override
    public final String actionSpaces() {
        return "actions of any kind";
    }

    @Override
    public boolean learnsSequences() {
        return true;
    }

    @Override
    public boolean sharesRows() {
        return true;
    }
}
