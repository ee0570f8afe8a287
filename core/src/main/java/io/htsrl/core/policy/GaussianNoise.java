package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * The best action of a {@link Deterministic} head plus independent normal noise, clipped to [-1, 1] (TD3). Any thread.
 *
 * @param deviation standard deviation of the noise, for actions in [-1, 1]
 */
public record GaussianNoise(ActionHead head, double deviation) implements ActionSelector {
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
