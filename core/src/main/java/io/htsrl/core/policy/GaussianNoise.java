package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/** The best action of a {@link Deterministic} head plus independent normal noise, clipped to [-1, 1] (TD3). Any thread. */
public final class GaussianNoise implements ActionSelector {
    private final ActionHead head;
    private final double deviation;

    /** @param deviation of the noise, where actions lie in [-1, 1] */
    public GaussianNoise(ActionHead head, double deviation) {
        this.head = head;
        this.deviation = deviation;
    }

    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        head.mode(outputs, outputOffset, actions, actionOffset);
        for (int i = 0; i < head.actionWidth(); i++) {
            double noisy = actions[actionOffset + i] + deviation * draws.normal(step, i);
            actions[actionOffset + i] = (float) Math.min(Math.max(noisy, -1), 1);
        }
    }
}
