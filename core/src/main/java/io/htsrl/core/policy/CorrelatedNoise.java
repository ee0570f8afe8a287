package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Draws of a {@link SquashedGaussian} with noise correlated over steps: {@code ε_t = ρ ε_{t-1} + √(1 - ρ²) N(0, 1)} in
 * each component, restarted with each episode. Each step's ε is standard normal, so actions have the head's
 * distribution; they change slowly for ρ near 1 (like coloured noise: Eberhard et al. 2023). One replica, one thread.
 */
public final class CorrelatedNoise implements ActionSelector {
    private final SquashedGaussian head;
    private final double keep;
    private final double take;
    private final double[] noise;
    private boolean begun;

    /** @param correlation ρ, from 0 to less than 1 */
    public CorrelatedNoise(SquashedGaussian head, double correlation) {
        this.head = head;
        this.keep = correlation;
        this.take = Math.sqrt(1 - correlation * correlation);
        this.noise = new double[head.actionWidth()];
    }

    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        for (int i = 0; i < noise.length; i++) {
            double drawn = draws.normal(step, i);
            noise[i] = begun ? keep * noise[i] + take * drawn : drawn;
        }
        begun = true;
        head.act(outputs, outputOffset, noise, actions, actionOffset);
    }

    @Override
    public void beginEpisode() {
        begun = false;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeBoolean(begun);
        for (double component : noise) {
            out.writeDouble(component);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        begun = in.readBoolean();
        for (int i = 0; i < noise.length; i++) {
            noise[i] = in.readDouble();
        }
    }
}
