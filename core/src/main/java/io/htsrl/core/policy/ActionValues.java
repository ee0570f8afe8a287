package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/**
 * The values of {@code count} discrete actions, or their advantages: the action with the greatest value is taken, the
 * first of equals, without a random draw. Immutable, any thread.
 */
public record ActionValues(int count) implements ActionHead {
    @Override
    public String name() {
        return "values";
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
        mode(outputs, outputOffset, actions, actionOffset);
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, count, "action");
        actions[actionOffset] = OutputRow.indexOfGreatest(outputs, outputOffset, count);
    }
}
