package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;

/**
 * One action for each state, {@code tanh} of the outputs (DDPG, TD3): stored in [-1, 1], and scaled to the box for
 * environments. {@link #sample} draws nothing; {@link GaussianNoise} and {@link OrnsteinUhlenbeckNoise} add
 * exploration. Immutable, any thread.
 */
public final class Deterministic extends TanhHead {
    /** @throws IllegalArgumentException when a bound is infinite */
    public Deterministic(ActionSpace.Continuous box) {
        super(box);
    }

    @Override
    public String name() {
        return "deterministic";
    }

    @Override
    public int outputs() {
        return actionWidth();
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        mode(outputs, outputOffset, actions, actionOffset);
    }

    /**
     * Writes the gradient with respect to an output row, given the gradient with respect to the action that
     * {@link #mode} computed from the row.
     */
    public void gradient(
            float[] actions, int actionOffset, float[] ofAction, int ofActionOffset, float[] gradient, int offset) {
        for (int i = 0; i < actionWidth(); i++) {
            double action = actions[actionOffset + i];
            gradient[offset + i] = (float) (ofAction[ofActionOffset + i] * (1 - action * action));
        }
    }
}
