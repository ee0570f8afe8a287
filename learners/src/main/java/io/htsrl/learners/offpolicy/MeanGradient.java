package io.htsrl.learners.offpolicy;

import io.htsrl.core.work.Phase;
import io.htsrl.learners.optim.ParameterBlocks;

/**
 * The gradients of an update's batches and their mean {@code (g_0 + g_1 + ... + g_(L-1)) / L}: each element one sum of
 * floats in that order, whoever makes it; a single one is its own mean, bit by bit. One caller at a time, but for
 * {@link #of}, which is each batch's own.
 */
public final class MeanGradient {
    private final float[][] gradients;
    private final BatchTeam team;
    private final Phase summing;

    /** @param parameters that each gradient has */
    public MeanGradient(int parameters, BatchTeam team) {
        this.gradients = new float[team.batches()][parameters];
        this.team = team;
        this.summing = Phase.ofBlocks(() -> parameters, ParameterBlocks.SIZE, (from, to, lane) -> sum(from, to));
    }

    /** Where the gradient of a batch is written, all of it. */
    public float[] of(int batch) {
        return gradients[batch];
    }

    /** The mean, valid until the next gradient is written. */
    public float[] mean() {
        if (gradients.length > 1) {
            team.between().run(summing);
        }
        return gradients[0];
    }

    private void sum(int from, int to) {
        float[] sums = gradients[0];
        for (int batch = 1; batch < gradients.length; batch++) {
            float[] gradient = gradients[batch];
            for (int i = from; i < to; i++) {
                sums[i] += gradient[i];
            }
        }
        for (int i = from; i < to; i++) {
            sums[i] /= gradients.length;
        }
    }
}
