package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;

/**
 * A head whose best action is {@code tanh} of its first outputs, scaled from [-1, 1] to the components of a bounded box
 * for environments, each with separate bounds. Immutable, any thread.
 */
abstract class TanhHead implements ActionHead {
    private final float[] low;
    private final float[] high;

    /** @throws IllegalArgumentException when a bound is infinite */
    TanhHead(ActionSpace.Continuous box) {
        if (!box.bounded()) {
            throw new IllegalArgumentException("actions in [-1, 1] cannot be scaled to " + box + ": it has no end");
        }
        low = box.low();
        high = box.high();
    }

    @Override
    public final int actionWidth() {
        return low.length;
    }

    @Override
    public final void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, low.length, "component");
        for (int i = 0; i < low.length; i++) {
            actions[actionOffset + i] = (float) DeterministicMath.tanh(outputs[outputOffset + i]);
        }
    }

    @Override
    public final boolean converts() {
        return true;
    }

    /** Maps -1 to the lower bound and 1 to the upper bound, exactly. */
    @Override
    public final void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        for (int i = 0; i < low.length; i++) {
            double share = (actions[actionOffset + i] + 1.0) / 2;
            double component = low[i] + share * ((double) high[i] - low[i]);
            converted[convertedOffset + i] = (float) Math.min(Math.max(component, low[i]), high[i]);
        }
    }

    /** Maps components of the box back to [-1, 1]; 0 where its bounds are equal. */
    @Override
    public final void fromEnvironment(float[] converted, int convertedOffset, float[] actions, int actionOffset) {
        for (int i = 0; i < low.length; i++) {
            double range = (double) high[i] - low[i];
            double share = range == 0 ? 0.5 : (converted[convertedOffset + i] - (double) low[i]) / range;
            actions[actionOffset + i] = (float) Math.min(Math.max(2 * share - 1, -1), 1);
        }
    }
}
