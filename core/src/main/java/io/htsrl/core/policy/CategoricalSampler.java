package io.htsrl.core.policy;

import io.htsrl.core.math.VectorMath;
import io.htsrl.core.random.RandomStream;

/** {@link RowSampler} of {@link Categorical}: the weights of all rows in vectors. Links only with the vector module. */
final class CategoricalSampler implements RowSampler {
    private final int count;
    private final double[][] weights; // by action, then row
    private final double[] greatest;
    private final double[] sums;

    /** @param count number of actions */
    CategoricalSampler(int count, int rows) {
        this.count = count;
        this.weights = new double[count][rows];
        this.greatest = new double[rows];
        this.sums = new double[rows];
    }

    @Override
    public boolean sample(
            float[] outputs,
            int outputOffset,
            int stride,
            RandomStream[] draws,
            long step,
            float[] actions,
            int actionOffset) {
        int rows = draws.length;
        for (int i = 0, at = outputOffset; i < rows; i++, at += stride) {
            greatest[i] = OutputRow.greatest(outputs, at, count);
        }
        for (int action = 0; action < count; action++) {
            weigh(weights[action], outputs, outputOffset + action, stride, rows);
        }
        boolean finite = true;
        for (int i = 0; i < rows; i++) {
            finite &= sums[i] >= 1; // as in Categorical.draw
            sums[i] *= draws[i].uniform(step); // now the threshold
            actions[actionOffset + i] = 0;
        }
        for (int action = 0; action < count - 1; action++) {
            double[] before = action == 0 ? null : weights[action - 1];
            double[] cumulative = weights[action];
            for (int i = 0; i < rows; i++) {
                cumulative[i] = (before == null ? 0 : before[i]) + cumulative[i];
                actions[actionOffset + i] += cumulative[i] > sums[i] ? 0 : 1;
            }
        }
        return finite;
    }

    /** Computes the weights of one action, and adds them to the sums, in the order of the actions. */
    private void weigh(double[] ofAction, float[] logits, int offset, int stride, int rows) {
        for (int i = 0, at = offset; i < rows; i++, at += stride) {
            ofAction[i] = logits[at] - greatest[i];
        }
        VectorMath.exp(ofAction, ofAction, 0, rows);
        boolean first = ofAction == weights[0];
        for (int i = 0; i < rows; i++) {
            sums[i] = (first ? 0 : sums[i]) + ofAction[i];
        }
    }
}
