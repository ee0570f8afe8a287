package io.htsrl.learners.values;

import io.htsrl.learners.BaseAlgorithm;
import java.util.Set;

/** Base class of algorithms that learn the values of discrete actions. */
public abstract class ActionValueAlgorithm<C extends ActionValueConfig> extends BaseAlgorithm<C> {

    protected ActionValueAlgorithm(String name, String title, Class<C> settings) {
        super(name, title, settings);
    }

    @Override
    public final Set<String> unusedSettings() {
        return Set.of(
                "policy-hidden-sizes",
                "value-hidden-sizes",
                "critic-sees",
                "shared-torso", // Q-values have one torso
                "async-correction"); // the values are the greedy policy's, whichever policy acted
    }
}
