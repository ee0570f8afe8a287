package io.htsrl.learners.offpolicy;

import io.htsrl.core.work.Team;
import io.htsrl.replay.ReplayBatch;

/**
 * The loss of critics, and the value of their outputs to an actor. Values are {@code [critics][rows][outputs]}.
 * One thread; what is returned is valid until the next call.
 */
public abstract class CriticLoss {
    protected final float[] gradient;
    protected final float[] errors;
    protected double loss;
    protected double meanValue;
    protected double ascended;

    /** @param values that the critics give of {@code rows} */
    protected CriticLoss(int rows, int values) {
        this.gradient = new float[values];
        this.errors = new float[rows];
    }

    /** Makes the loss of an algorithm's settings. */
    @FunctionalInterface
    public interface Maker {
        /**
         * @param rows of a batch
         * @param team that shares them
         */
        CriticLoss make(int rows, Team team);
    }

    /**
     * The gradient with respect to the critics' values of a batch.
     *
     * @param nextValues the targets' values of the next observations and actions
     * @param bonus      of each row, added to its next value: entropy; NaN is refused
     * @param values     the critics' values of the batch
     * @throws io.htsrl.core.error.DivergedException when the loss is not finite
     */
    public abstract float[] gradient(
            ReplayBatch batch, float[] nextValues, double[] bonus, float[] values, long interval);

    /** The mean over the critics of the absolute error of each row of the last {@link #gradient}. */
    public final float[] errors() {
        return errors;
    }

    /** The loss of the last {@link #gradient}. */
    public final double loss() {
        return loss;
    }

    /** The mean of all values in the last {@link #gradient}. */
    public final double meanValue() {
        return meanValue;
    }

    /**
     * The gradient of {@code -mean(value)} over the rows with respect to the critics' values, for an actor to descend;
     * the value of a row is the least, or the mean, of its critics'.
     */
    public abstract float[] ascent(float[] values);

    /** The mean over the rows of the value in the last {@link #ascent}. */
    public final double ascended() {
        return ascended;
    }
}
