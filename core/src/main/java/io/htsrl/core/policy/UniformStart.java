package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Actions uniform in [-1, 1] for a replica's first steps, independent of the outputs; another selector chooses after
 * that. One replica, one thread.
 */
public final class UniformStart implements ActionSelector {
    private final int width;
    private final long steps;
    private final ActionSelector then;

    /**
     * @param head  head with actions in [-1, 1]
     * @param steps number of a replica's uniform steps
     * @param then  selector of all later steps
     */
    public UniformStart(ActionHead head, long steps, ActionSelector then) {
        this.width = head.actionWidth();
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
