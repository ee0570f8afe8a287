package io.htsrl.learners.tqc;

import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.CriticLoss;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.replay.ReplayBatch;
import java.util.Arrays;

/**
 * Loss of truncated quantile critics (Kuznetsov et al. 2020, Eq. 6-9). The targets' quantiles of all critics form one
 * mixture, from which the greatest are removed. The loss is the quantile Huber loss of each critic's quantiles against
 * the rest, averaged over all pairs and rows. An actor's value is the mean of all quantiles. Sums are in double, in a
 * fixed order on any threads. One caller at a time.
 */
final class QuantileLoss extends CriticLoss {
    /** Number of rows in one unit of a team's work. */
    private static final int BLOCK = 16;

    private final int rows;
    private final int critics;
    private final int quantiles;
    private final double coef;
    private final double[][] atoms;
    private final int kept;
    private final double[] losses;
    private final double[] means;
    private final Team team;
    private final Phase descending;
    // the current call
    private ReplayBatch batch;
    private float[] nextValues;
    private double[] bonus;
    private float[] values;

    /**
     * @param drop greatest quantiles removed, for each critic
     * @param coef factor of the loss
     * @param team team that computes the rows
     */
    QuantileLoss(int rows, int critics, int quantiles, int drop, double coef, Team team) {
        super(rows, critics * rows * quantiles);
        this.rows = rows;
        this.critics = critics;
        this.quantiles = quantiles;
        this.coef = coef;
        this.atoms = new double[team.lanes()][critics * quantiles];
        this.losses = new double[rows * critics];
        this.means = new double[rows * critics];
        this.team = team;
        this.descending = Phase.ofBlocks(() -> rows, BLOCK, this::descendRows);
        this.kept = critics * (quantiles - drop);
    }

    @Override
    public float[] gradient(
            ReplayBatch newBatch, float[] newNextValues, double[] newBonus, float[] newValues, long interval) {
        batch = newBatch;
        nextValues = newNextValues;
        bonus = newBonus;
        values = newValues;
        team.run(descending);
        double lossSum = 0;
        double valueSum = 0;
        for (int i = 0; i < losses.length; i++) {
            lossSum += losses[i];
            valueSum += means[i];
        }
        loss = FiniteCheck.check("the critics' loss", coef * lossSum / pairs(), interval);
        meanValue = valueSum / ((double) critics * rows);
        return gradient;
    }

    private void descendRows(int from, int to, int lane) {
        for (int row = from; row < to; row++) {
            double target = truncate(row, atoms[lane]);
            errors[row] = 0;
            double weight = batch.weights()[row];
            for (int critic = 0; critic < critics; critic++) {
                int at = (critic * rows + row) * quantiles;
                int i = row * critics + critic;
                losses[i] = weight * descend(at, weight, atoms[lane]);
                means[i] = mean(values, at);
                errors[row] += (float) (Math.abs(means[i] - target) / critics);
            }
        }
    }

    private double pairs() {
        return (double) rows * critics * quantiles * kept;
    }

    /** Computes the atoms of a row's target in rising order; returns their mean. */
    private double truncate(int row, double[] atoms) {
        for (int critic = 0; critic < critics; critic++) {
            int at = (critic * rows + row) * quantiles;
            for (int i = 0; i < quantiles; i++) {
                atoms[critic * quantiles + i] = nextValues[at + i];
            }
        }
        Arrays.sort(atoms);
        // a terminal state has no successor, whatever the networks return for it
        double discount = batch.discounts()[row];
        double sum = 0;
        for (int j = 0; j < kept; j++) {
            atoms[j] = batch.returns()[row] + (discount == 0 ? 0 : discount * (atoms[j] + bonus[row]));
            sum += atoms[j];
        }
        return sum / kept;
    }

    /** Computes the gradient of one critic's quantiles of a row; returns the sum over all pairs. */
    private double descend(int at, double weight, double[] atoms) {
        double sum = 0;
        for (int i = 0; i < quantiles; i++) {
            double share = (i + 0.5) / quantiles;
            double value = values[at + i];
            double slope = 0;
            for (int j = 0; j < kept; j++) {
                double error = atoms[j] - value;
                double distance = Math.abs(error);
                double pull = error < 0 ? 1 - share : share;
                sum += pull * (distance <= 1 ? 0.5 * error * error : distance - 0.5);
                slope -= pull * Math.max(-1, Math.min(1, error));
            }
            gradient[at + i] = (float) (coef * weight * slope / pairs());
        }
        return sum;
    }

    private double mean(float[] of, int at) {
        double sum = 0;
        for (int i = at; i < at + quantiles; i++) {
            sum += of[i];
        }
        return sum / quantiles;
    }

    @Override
    public float[] ascent(float[] newValues) {
        Arrays.fill(gradient, (float) (-1.0 / ((double) rows * critics * quantiles)));
        double sum = 0;
        for (int at = 0; at < newValues.length; at += quantiles) {
            sum += mean(newValues, at);
        }
        ascended = sum / ((double) rows * critics);
        return gradient;
    }
}
