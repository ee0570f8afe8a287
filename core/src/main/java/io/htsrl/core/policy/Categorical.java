package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;

/** One of {@code count} discrete actions, by the softmax of as many logits. Immutable, any thread. */
public final class Categorical implements DistributionHead {
    private final int count;

    public Categorical(int count) {
        this.count = count;
    }

    @Override
    public String name() {
        return "categorical";
    }

    @Override
    public int outputs() {
        return count;
    }

    @Override
    public int actionWidth() {
        return 1;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        actions[actionOffset] = draw(outputs, outputOffset, count, draws.uniform(step));
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, count, "action");
        actions[actionOffset] = OutputRow.indexOfGreatest(outputs, outputOffset, count);
    }

    @Override
    public ActionDistribution newDistribution() {
        return new CategoricalDistribution(count);
    }

    /**
     * One of {@code count} indices by inversion: the first whose cumulative weight exceeds {@code uniform} times the
     * sum.
     *
     * @throws DivergedException when a logit is NaN or infinite
     */
    static int draw(float[] logits, int offset, int count, double uniform) {
        double max = OutputRow.greatest(logits, offset, count);
        double sum = OutputRow.weights(logits, offset, count, max);
        if (!(sum >= 1)) { // the greatest logit alone contributes 1, so this is NaN
            throw OutputRow.notFinite(logits, offset, count);
        }
        double threshold = uniform * sum;
        double cumulative = 0;
        int action = 0;
        while (action < count - 1) {
            cumulative += OutputRow.weight(logits[offset + action], max);
            if (cumulative > threshold) {
                break;
            }
            action++;
        }
        return action;
    }
}
