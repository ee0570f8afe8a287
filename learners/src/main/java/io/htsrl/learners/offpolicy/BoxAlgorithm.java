package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.learners.BaseAlgorithm;
import java.util.Set;

/** An algorithm that learns an actor by critics: actions are those of a bounded box. */
public abstract class BoxAlgorithm<C extends ActorCritics> extends BaseAlgorithm<C> {

    protected BoxAlgorithm(String name, String title, Class<C> settings) {
        super(name, title, settings);
    }

    @Override
    public final Set<String> unusedSettings() {
        // actor and critics have a torso each, critics read observations as they are, and what is replayed is old
        // anyway
        return Set.of("shared-torso", "norm-obs", "clip-obs", "async-correction");
    }

    @Override
    public final boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Continuous box && box.bounded();
    }

    @Override
    public final String actionSpaces() {
        return "continuous actions within finite bounds";
    }
}
