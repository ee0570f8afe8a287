package io.htsrl.learners.offpolicy;

import io.htsrl.core.work.Phase;
import io.htsrl.learners.optim.ParameterBlocks;

/**
 * Gradients of an update's batches and their mean {@code (g_0 + g_1 + ... + g_(L-1)) / L}. Each element is summed in
 * that order, by any thread; the mean of a single gradient has the same bits. One caller at a time, except that the
 * batches may write their arrays of {@link #of} in parallel.
 */
public final class MeanGradient {
    private final float[][] gradients;
    private final BatchTeam team;
    private final Phase summing;

    /** @param parameters elements of each gradient */
    public MeanGradient(int parameters, BatchTeam team) {
        this.gradients = new float[team.batches()][parameters];
        this.team = team;
        this.summing = Phase.ofBlocks(() -> parameters, ParameterBlocks.SIZE, (from, to, lane) -> sum(from, to));
    }

    /** Returns the array for the gradient of a batch, which the caller must fill completely. */
    public float[] of(int batch) {
        return gradients[batch];
    }

    /** Returns the mean, valid until the next gradient is written. */
    public float[] mean() {
        if (gradients.length > 1) {
            team.run(summing);
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
