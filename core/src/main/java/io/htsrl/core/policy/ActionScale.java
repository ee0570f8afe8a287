package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;

/** Maps actions in [-1, 1] to the components of a bounded box, each with separate bounds. Immutable, any thread. */
final class ActionScale {
    private final float[] low;
    private final float[] high;

    /** @throws IllegalArgumentException when a bound is infinite */
    ActionScale(ActionSpace.Continuous box) {
        if (!box.bounded()) {
            throw new IllegalArgumentException("actions in [-1, 1] cannot be scaled to " + box + ": it has no end");
        }
        low = box.low();
        high = box.high();
    }

    int width() {
        return low.length;
    }

    /** Maps -1 to the lower bound and 1 to the upper bound, exactly. */
    void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        for (int i = 0; i < low.length; i++) {
            double share = (actions[actionOffset + i] + 1.0) / 2;
            double component = low[i] + share * ((double) high[i] - low[i]);
            converted[convertedOffset + i] = (float) Math.min(Math.max(component, low[i]), high[i]);
        }
    }

    /** Maps components of the box back to [-1, 1]; 0 where its bounds are equal. */
    void fromEnvironment(float[] converted, int convertedOffset, float[] actions, int actionOffset) {
        for (int i = 0; i < low.length; i++) {
            double range = (double) high[i] - low[i];
            double share = range == 0 ? 0.5 : (converted[convertedOffset + i] - (double) low[i]) / range;
            actions[actionOffset + i] = (float) Math.min(Math.max(2 * share - 1, -1), 1);
        }
    }
}
