package io.htsrl.learners.ppo;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/**
 * Policy around which PPO's ratios are clipped, for each action of a bank. It is the behaviour policy of the stored
 * outputs (φ_{k-1} under {@code hts}, φ_k under {@code sync}, each rollout's under {@code async}), or the policy that
 * the update begins from (φ_k). The latter needs importance weights between the two (Hilton et al. 2022, Batch
 * size-invariance for policy optimization, Eq. 4); each update may then go as far as without lag. One thread.
 */
final class ProximalPolicy {
    private final BankShape shape;
    private final ActionDistribution distribution;
    private final BankRows observations;
    private final int chunk;
    private final float[] outputs;
    private final float[] logProbabilities;
    private final float[] weights;

    /** @param chunk rows of one forward; must divide the rows of a bank */
    ProximalPolicy(BankShape shape, int chunk, ActionDistribution distribution) {
        this.shape = shape;
        this.distribution = distribution;
        this.observations = new BankRows(chunk);
        this.chunk = chunk;
        this.outputs = new float[chunk * shape.outputWidth()];
        this.logProbabilities = new float[shape.rows()];
        this.weights = new float[shape.rows()];
    }

    /** Sets the behaviour policy of the bank. */
    void behaviour(StorageBank bank) {
        Arrays.fill(weights, 1);
        for (int row = 0; row < shape.rows(); row++) {
            logProbabilities[row] = (float) logProbability(bank.outputs(), row, bank, row);
        }
    }

    /**
     * Sets the policy of {@code network}; called after {@link #behaviour}.
     *
     * @param order of the rows, for chunks
     */
    void current(StorageBank bank, GradientNetwork network, int[] order) {
        for (int from = 0; from < order.length; from += chunk) {
            network.forward(observations.of(bank, order, from, chunk), outputs);
            for (int i = 0; i < chunk; i++) {
                int row = order[from + i];
                double log = logProbability(outputs, i, bank, row);
                weights[row] = (float) DeterministicMath.exp(log - logProbabilities[row]);
                logProbabilities[row] = (float) log;
            }
        }
    }

    private double logProbability(float[] rows, int i, StorageBank bank, int row) {
        distribution.evaluate(rows, i * shape.outputWidth(), bank.actions(), row * shape.actionWidth());
        return distribution.logProbability();
    }

    /** Returns ln π_p of each action of the bank. */
    float[] logProbabilities() {
        return logProbabilities;
    }

    /** Returns π_p / π_b of each action of the bank. */
    float[] weights() {
        return weights;
    }
}
