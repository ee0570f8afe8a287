package io.htsrl.learners.offpolicy;

import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.replay.ReplayBatch;
import java.util.Arrays;

/**
 * Clipped double Q-learning (Fujimoto et al. 2018, Eq. 10) for any number of critics with one value each: the target is
 * {@code y = R + discount (min_c Q'_c + bonus)}, the loss {@code coef Σ_c mean(w (Q_c - y)²)}, and an actor's value the
 * least. Sums in double, critic after critic and row after row. One thread.
 */
public final class LeastValueLoss extends CriticLoss {
    private final int rows;
    private final int critics;
    private final double coef;
    private final double[] targets;

    /** @param coef factor of the loss */
    public LeastValueLoss(int rows, int critics, double coef) {
        super(rows, critics * rows);
        this.rows = rows;
        this.critics = critics;
        this.coef = coef;
        this.targets = new double[rows];
    }

    /** Creates the loss of an algorithm's critics. */
    public LeastValueLoss(int rows, ActorCritics config) {
        this(rows, config.critics(), config.learning().criticLossCoef());
    }

    @Override
    public float[] gradient(ReplayBatch batch, float[] nextValues, double[] bonus, float[] values, long interval) {
        for (int row = 0; row < rows; row++) {
            double next = nextValues[least(nextValues, row)] + bonus[row];
            // a terminal state has no successor, whatever the networks return for it
            double discount = batch.discounts()[row];
            targets[row] = batch.returns()[row] + (discount == 0 ? 0 : discount * next);
            errors[row] = 0;
        }
        double lossSum = 0;
        double valueSum = 0;
        for (int critic = 0; critic < critics; critic++) {
            for (int row = 0; row < rows; row++) {
                int at = critic * rows + row;
                double error = values[at] - targets[row];
                double weight = batch.weights()[row];
                lossSum += weight * error * error;
                valueSum += values[at];
                errors[row] += (float) (Math.abs(error) / critics);
                gradient[at] = (float) (2 * coef * weight * error / rows);
            }
        }
        loss = FiniteCheck.check("the critics' loss", coef * lossSum / rows, interval);
        meanValue = valueSum / (critics * rows);
        return gradient;
    }

    /** Returns the index of a row's least value, the first of equal ones; of a NaN where the row has one. */
    private int least(float[] values, int row) {
        int least = row;
        for (int critic = 1; critic < critics; critic++) {
            int at = critic * rows + row;
            least = values[at] < values[least] || Float.isNaN(values[at]) ? at : least;
        }
        return least;
    }

    @Override
    public float[] ascent(float[] values) {
        Arrays.fill(gradient, 0);
        double sum = 0;
        for (int row = 0; row < rows; row++) {
            int least = least(values, row);
            sum += values[least];
            gradient[least] = -1f / rows;
        }
        ascended = sum / rows;
        return gradient;
    }
}
