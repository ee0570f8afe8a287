package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;

/**
 * One action for each state, {@code tanh} of the outputs (DDPG, TD3): stored in [-1, 1], and scaled to the box for
 * environments. {@link #sample} draws nothing; {@link GaussianNoise} and {@link OrnsteinUhlenbeckNoise} add
 * exploration. Immutable, any thread.
 */
public final class Deterministic implements ActionHead {
    private final ActionScale scale;

    /** @throws IllegalArgumentException when a bound is infinite */
    public Deterministic(ActionSpace.Continuous box) {
        scale = new ActionScale(box);
    }

    @Override
    public String name() {
        return "deterministic";
    }

    @Override
    public int outputs() {
        return scale.width();
    }

    @Override
    public int actionWidth() {
        return scale.width();
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        mode(outputs, outputOffset, actions, actionOffset);
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, scale.width(), "component");
        for (int i = 0; i < scale.width(); i++) {
            actions[actionOffset + i] = (float) DeterministicMath.tanh(outputs[outputOffset + i]);
        }
    }

    /**
     * Writes the gradient with respect to an output row, given the gradient with respect to the action that
     * {@link #mode} computed from the row.
     */
    public void gradient(
            float[] actions, int actionOffset, float[] ofAction, int ofActionOffset, float[] gradient, int offset) {
        for (int i = 0; i < scale.width(); i++) {
            double action = actions[actionOffset + i];
            gradient[offset + i] = (float) (ofAction[ofActionOffset + i] * (1 - action * action));
        }
    }

    @Override
    public boolean converts() {
        return true;
    }

    @Override
    public void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        scale.toEnvironment(actions, actionOffset, converted, convertedOffset);
    }

    @Override
    public void fromEnvironment(float[] converted, int convertedOffset, float[] actions, int actionOffset) {
        scale.fromEnvironment(converted, convertedOffset, actions, actionOffset);
    }
}
