package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;

/**
 * Draws a discrete action from the softmax of the logits that an output row begins with, by inversion: the first
 * action whose cumulative weight exceeds {@code u} times the sum, for one uniform {@code u}. Stateless, any thread.
 */
public final class CategoricalSelector implements ActionSelector {
    private final int count;

    public CategoricalSelector(int count) {
        this.count = count;
    }

    /** @throws DivergedException when a logit is NaN or infinite */
    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        double max = OutputRow.greatest(outputs, outputOffset, count);
        double sum = OutputRow.weights(outputs, outputOffset, count, max);
        if (!(sum >= 1)) { // the greatest logit alone contributes 1, so this is NaN
            throw new DivergedException("policy output " + describe(outputs, outputOffset) + " is not finite", -1);
        }
        double threshold = draws.uniform(step) * sum;
        double cumulative = 0;
        int action = 0;
        while (action < count - 1) {
            cumulative += OutputRow.weight(outputs[outputOffset + action], max);
            if (cumulative > threshold) {
                break;
            }
            action++;
        }
        actions[actionOffset] = action;
    }

    private String describe(float[] outputs, int offset) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ").append(outputs[offset + i]);
        }
        return text.append(']').toString();
    }
}
