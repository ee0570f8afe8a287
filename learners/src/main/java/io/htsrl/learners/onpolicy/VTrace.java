package io.htsrl.learners.onpolicy;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Map;

/**
 * V-trace (Espeholt et al. 2018, Eq. 1 and Section 4.2, with ρ-bar = c-bar = 1, c_t = λ ρ_t): values of the policy at
 * the given parameters, from steps of older parameters, with {@code ρ_t = min(1, π(a_t|s_t) / μ(a_t|s_t))}, μ from the
 * stored outputs. Advantages carry no ρ_t: a plain policy gradient applies it by {@link #weigh}; a surrogate that
 * contains π/μ, such as PPO's, must not apply it. One thread; one acting forward over the bank; allocates nothing per
 * bank.
 */
final class VTrace extends ReturnEstimates {
    private final ActionDistribution distribution;
    private final float[] weights;
    private int learnt;

    VTrace(BankShape shape, Policy policy, ActionDistribution distribution, ActorCriticConfig config) {
        super(
                shape,
                new BootstrapRows(shape, policy, 0),
                config.gamma(),
                config.gaeLambda(),
                config.rewards().scale(shape, config.gamma()));
        this.distribution = distribution;
        this.weights = new float[shape.rows()];
    }

    @Override
    void computeValues(StorageBank bank, float[] parameters) {
        Arrays.fill(weights, 0); // of lost rows
        learnt = 0;
        super.computeValues(bank, parameters);
    }

    @Override
    double valueOf(StorageBank bank, int row) {
        return valueIn(bootstrap.outputs(), row * bootstrap.rowWidth());
    }

    @Override
    double lastValue(StorageBank bank, int column) {
        return valueOf(bank, bank.row(shape.steps(), column));
    }

    /** Returns {@code min(1, π(a|s) / μ(a|s))}. */
    @Override
    double weight(StorageBank bank, int row) {
        int output = row * shape.outputWidth();
        int action = row * shape.actionWidth();
        distribution.evaluate(bank.outputs(), output, bank.actions(), action);
        double behaviour = distribution.logProbability();
        distribution.evaluate(bootstrap.outputs(), row * bootstrap.rowWidth(), bank.actions(), action);
        double weight = Math.min(1, DeterministicMath.exp(distribution.logProbability() - behaviour));
        weights[row] = (float) weight;
        learnt++;
        return weight;
    }

    @Override
    public void weigh(float[] perRow) {
        for (int row = 0; row < weights.length; row++) {
            perRow[row] *= weights[row];
        }
    }

    /** Adds the mean of the truncated weights of rows that were not lost: 1 without lag, and where all were lost. */
    @Override
    public void addTo(Map<String, Double> metrics) {
        double sum = 0;
        for (float weight : weights) {
            sum += weight;
        }
        metrics.put("rho_mean", learnt == 0 ? 1 : sum / learnt);
        super.addTo(metrics);
    }
}
