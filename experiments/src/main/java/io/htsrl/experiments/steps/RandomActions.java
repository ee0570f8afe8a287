package io.htsrl.experiments.steps;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;

/**
 * Actions that are drawn evenly: of a box without bounds from [-1, 1]. A pure function of the index. Immutable, any
 * thread.
 */
final class RandomActions {
    private final RandomStream stream = RandomStream.root(1).spawn("random-actions");
    private final ActionSpace space;

    RandomActions(ActionSpace space) {
        this.space = space;
    }

    /** Writes action {@code index}. */
    void draw(long index, float[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] = component(i, stream.uniform(index, i));
        }
    }

    private float component(int i, double uniform) {
        if (space instanceof ActionSpace.Continuous box) {
            return between(box.low()[i], box.high()[i], uniform);
        }
        int choices = space instanceof ActionSpace.Discrete discrete
                ? discrete.count()
                : space instanceof ActionSpace.MultiDiscrete several ? several.counts()[i] : 2;
        return (int) (uniform * choices);
    }

    /** Of a side that is open, two from the other one. */
    static float between(float low, float high, double uniform) {
        double from = Float.isFinite(low) ? low : Float.isFinite(high) ? high - 2.0 : -1;
        double to = Float.isFinite(high) ? high : from + 2;
        return (float) Math.min(to, from + uniform * (to - from));
    }
}
