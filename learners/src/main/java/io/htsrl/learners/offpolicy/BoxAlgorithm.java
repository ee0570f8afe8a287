package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.learners.BaseAlgorithm;
import java.util.Set;

/** Base class of algorithms with an actor and critics, for actions in a bounded box. */
public abstract class BoxAlgorithm<C extends ActorCritics> extends BaseAlgorithm<C> {

    protected BoxAlgorithm(String name, String title, Class<C> settings) {
        super(name, title, settings);
    }

    @Override
    public Set<String> unusedSettings() {
        // actor and critics have separate torsos, and replayed transitions are old anyway
        return Set.of("shared-torso", "async-correction");
    }

    @Override
    public boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Continuous box && box.bounded();
    }

    @Override
    public String actionSpaces() {
        return "continuous actions within finite bounds";
    }
}
