package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The best action of a {@link Deterministic} head plus slowly changing noise, clipped to [-1, 1] (Lillicrap et al.
 * 2016): {@code x += -θ x dt + σ √dt N(0, 1)} in each component, from 0 at the beginning of an episode, with θ = 0.15
 * and dt = 0.01 (Stable-Baselines3). One replica, one thread.
 */
public final class OrnsteinUhlenbeckNoise implements ActionSelector {
    private static final double THETA = 0.15;
    private static final double DT = 0.01;

    private final ActionHead head;
    private final double kick;
    private final double[] noise;

    /** @param deviation σ, for actions in [-1, 1] */
    public OrnsteinUhlenbeckNoise(ActionHead head, double deviation) {
        this.head = head;
        this.kick = deviation * Math.sqrt(DT);
        this.noise = new double[head.actionWidth()];
    }

    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        head.mode(outputs, outputOffset, actions, actionOffset);
        for (int i = 0; i < noise.length; i++) {
            noise[i] += -THETA * noise[i] * DT + kick * draws.normal(step, i);
            double noisy = actions[actionOffset + i] + noise[i];
            actions[actionOffset + i] = (float) Math.min(Math.max(noisy, -1), 1);
        }
    }

    @Override
    public void beginEpisode() {
        Arrays.fill(noise, 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (double component : noise) {
            out.writeDouble(component);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int i = 0; i < noise.length; i++) {
            noise[i] = in.readDouble();
        }
    }
}
