package io.htsrl.learners.dqn;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ValueDistribution;
import io.htsrl.core.policy.ValueDistribution.Kind;
import io.htsrl.learners.values.QRows;
import java.util.Arrays;

/**
 * Loss of the distribution of one action's return. Categorical (Bellemare et al. 2017, Algorithm 1): cross-entropy
 * {@code -Σ m_i log p_i} with the target's atoms projected onto the support; its error is the divergence {@code KL(m,
 * p)} (Hessel et al. 2018). Quantiles (Dabney et al. 2018, Algorithm 1): quantile Huber loss {@code Σ_i E_j ρ_i(y_j -
 * θ_i)}; its error is the mean over i. Implicit quantiles (Dabney et al. 2018, arXiv:1806.06923, Eq. 3): the same at
 * drawn fractions τ_i, N of the learnt return and N' of the target. Sums are in double, in the order of the atoms. One
 * thread.
 */
final class DistributionLoss {
    private final QRows rows;
    private final ActionValues head;
    private final SequenceSettings scale;
    private final ValueDistribution distribution;
    private final int atoms; // of the learnt distribution
    // the target: returns and their probabilities
    private final double[] returns;
    private final double[] masses;
    private int count;
    // the learnt distribution
    private final double[] learnt;
    private final double[] projected;
    private float[] fractions; // τ_i from fractionsAt on; null for midpoints
    private int fractionsAt;
    private double error;

    /** @param scale scale of the learnt values */
    DistributionLoss(QRows rows, SequenceSettings scale) {
        this.rows = rows;
        this.head = rows.head();
        this.scale = scale;
        this.distribution = head.distribution();
        ImplicitQuantiles implicit = distribution.implicit();
        this.atoms = implicit.areUsed() ? implicit.numTauSamples() : distribution.nAtoms();
        this.returns = new double[implicit.areUsed() ? implicit.numTauPrimeSamples() : atoms];
        this.masses = new double[returns.length];
        this.learnt = new double[atoms];
        this.projected = new double[atoms];
    }

    /** Sets the fractions of the learnt quantiles of a row. */
    void fractions(float[] array, int at) {
        fractions = array;
        fractionsAt = at;
    }

    /** Computes the target of a row; of a terminal state, one return of probability 1. */
    void target(float[] nextOutputs, int nextAt, int nextAction, double reward, double discount) {
        count = discount == 0 ? 1 : returns.length;
        boolean categorical = distribution.distributional() == Kind.CATEGORICAL && count > 1;
        Arrays.fill(masses, 1.0 / count);
        if (categorical) {
            read(nextOutputs, nextAt, nextAction, masses);
            softmax(masses);
        } else if (count > 1) {
            read(nextOutputs, nextAt, nextAction, returns);
        }
        for (int j = 0; j < count; j++) {
            double next = categorical ? distribution.support(j) : returns[j];
            returns[j] = scale.target(reward, discount, next);
        }
    }

    /** Writes the gradient of {@code share} times the loss of a row; returns the loss. */
    double descend(float[] outputs, int at, int action, double share, float[] gradient) {
        read(outputs, at, action, learnt);
        double loss = distribution.distributional() == Kind.CATEGORICAL ? crossEntropy() : quantileHuber();
        for (int i = 0; i < atoms; i++) {
            rows.gradient(share * learnt[i], i, action, outputs, gradient, at);
        }
        return loss;
    }

    /** Returns the error of the last row, for its priority. */
    double error() {
        return error;
    }

    private void read(float[] outputs, int at, int action, double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = head.atom(outputs, at, action, i);
        }
    }

    /** Replaces logits by probabilities; returns the logarithm of the sum of exponentials. */
    private static double softmax(double[] logits) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (double logit : logits) {
            greatest = Math.max(greatest, logit);
        }
        double sum = 0;
        for (int i = 0; i < logits.length; i++) {
            logits[i] = DeterministicMath.exp(logits[i] - greatest);
            sum += logits[i];
        }
        for (int i = 0; i < logits.length; i++) {
            logits[i] /= sum;
        }
        return greatest + DeterministicMath.log(sum);
    }

    /** Projects the target; replaces the learnt logits by the loss's gradient. */
    private double crossEntropy() {
        project();
        double loss = 0;
        double entropy = 0;
        for (int i = 0; i < atoms; i++) {
            loss -= projected[i] * learnt[i];
            entropy -= projected[i] == 0 ? 0 : projected[i] * DeterministicMath.log(projected[i]);
        }
        loss += softmax(learnt);
        for (int i = 0; i < atoms; i++) {
            learnt[i] -= projected[i];
        }
        error = Math.max(0, loss - entropy);
        return loss;
    }

    /** Divides each return's probability between its two neighbours on the support. */
    private void project() {
        Arrays.fill(projected, 0);
        for (int j = 0; j < count; j++) {
            double within = Math.max(distribution.vMin(), Math.min(distribution.vMax(), returns[j]));
            double place = (within - distribution.vMin()) / distribution.distance();
            int below = Math.min((int) place, atoms - 2);
            double above = Math.min(1, place - below);
            projected[below] += masses[j] * (1 - above);
            projected[below + 1] += masses[j] * above;
        }
    }

    /** Replaces the learnt quantiles by the loss's gradient. */
    private double quantileHuber() {
        double loss = 0;
        for (int i = 0; i < atoms; i++) {
            double share = fractions == null ? (i + 0.5) / atoms : fractions[fractionsAt + i];
            double slope = 0;
            for (int j = 0; j < count; j++) {
                double distance = returns[j] - learnt[i];
                double pull = masses[j] * (distance < 0 ? 1 - share : share);
                double size = Math.abs(distance);
                loss += pull * (size <= 1 ? 0.5 * distance * distance : size - 0.5);
                slope -= pull * Math.max(-1, Math.min(1, distance));
            }
            learnt[i] = slope;
        }
        error = loss / atoms;
        return loss;
    }
}
