package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.learners.Algorithm;
import java.util.Set;

/** An algorithm that learns an actor by critics: actions are those of a bounded box. */
public interface BoxAlgorithm extends Algorithm {

    @Override
    default Set<String> unusedSettings() {
        // actor and critics have a torso each, critics read observations as they are, and what is replayed is old
        // anyway
        return Set.of("shared-torso", "norm-obs", "clip-obs", "async-correction");
    }

    @Override
    default boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Continuous box && box.bounded();
    }

    @Override
    default String actionSpaces() {
        return "continuous actions within finite bounds";
    }
}
