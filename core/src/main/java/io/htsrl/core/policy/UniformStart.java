package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Uniform actions for a replica's first steps, in [-1, 1] or of the allowed discrete ones, independent of the other
 * outputs; another selector chooses after that. One replica, one thread.
 */
public final class UniformStart implements ActionSelector {
    private final int width;
    private final ActionValues discrete; // finds the allowed actions; null for a box
    private final long steps;
    private final ActionSelector then;

    /**
     * @param head head with actions in [-1, 1], or of discrete actions
     * @param steps number of a replica's uniform steps
     * @param then selector of all later steps
     */
    public UniformStart(ActionHead head, long steps, ActionSelector then) {
        this.width = head.actionWidth();
        this.discrete = head instanceof Categorical categorical ? new ActionValues(categorical.count()) : null;
        this.steps = steps;
        this.then = then;
    }

    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        if (step >= steps) {
            then.select(outputs, outputOffset, draws, step, actions, actionOffset);
            return;
        }
        if (discrete != null) {
            int allowed = discrete.allowed(outputs, outputOffset);
            actions[actionOffset] =
                    discrete.actionOfAllowed(outputs, outputOffset, (int) (draws.uniform(step, 0) * allowed));
            return;
        }
        for (int i = 0; i < width; i++) {
            actions[actionOffset + i] = (float) (2 * draws.uniform(step, i) - 1);
        }
    }

    @Override
    public void beginEpisode() {
        then.beginEpisode();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        then.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        then.restore(in);
    }
}
