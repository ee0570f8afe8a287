package io.htsrl.learners.offpolicy;

import io.htsrl.core.work.Team;
import io.htsrl.replay.ReplayBatch;

/**
 * Loss of critics, and value of their outputs to an actor. Values are {@code [critics][rows][outputs]}. One thread;
 * returned arrays are valid until the next call.
 */
public abstract class CriticLoss {
    protected final float[] gradient;
    protected final float[] errors;
    protected double loss;
    protected double meanValue;
    protected double ascended;

    /** @param values values that the critics return for {@code rows} */
    protected CriticLoss(int rows, int values) {
        this.gradient = new float[values];
        this.errors = new float[rows];
    }

    /** Creates the loss of an algorithm's settings. */
    @FunctionalInterface
    public interface Maker {
        /**
         * @param rows rows of a batch
         * @param team team that computes them
         */
        CriticLoss make(int rows, Team team);
    }

    /**
     * Computes the gradient with respect to the critics' values of a batch.
     *
     * @param nextValues the targets' values of the next observations and actions
     * @param bonus entropy bonus of each row, added to its next value; NaN is refused
     * @param values the critics' values of the batch
     * @throws io.htsrl.core.error.DivergedException when the loss is not finite
     */
    public abstract float[] gradient(
            ReplayBatch batch, float[] nextValues, double[] bonus, float[] values, long interval);

    /** Returns the absolute error of each row of the last {@link #gradient}, averaged over the critics. */
    public final float[] errors() {
        return errors;
    }

    /** Returns the loss of the last {@link #gradient}. */
    public final double loss() {
        return loss;
    }

    /** Returns the mean of all values in the last {@link #gradient}. */
    public final double meanValue() {
        return meanValue;
    }

    /**
     * Computes the gradient of {@code -mean(value)} over the rows with respect to the critics' values, which the actor
     * descends. The value of a row is the least, or the mean, of its critics' values.
     */
    public abstract float[] ascent(float[] values);

    /** Returns the mean value of the rows in the last {@link #ascent}. */
    public final double ascended() {
        return ascended;
    }
}
