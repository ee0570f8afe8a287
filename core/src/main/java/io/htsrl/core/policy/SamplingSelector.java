package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/** Draws each action from the head's distribution. Immutable, any thread. */
public record SamplingSelector(ActionHead head) implements ActionSelector {

    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        head.sample(outputs, outputOffset, draws, step, actions, actionOffset);
    }
}
