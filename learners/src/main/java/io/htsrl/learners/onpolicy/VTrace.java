package io.htsrl.learners.onpolicy;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/**
 * V-trace (Espeholt et al. 2018, Eq. 1 and Section 4.2, with ρ-bar = c-bar = 1): values of the policy at the given
 * parameters, from steps that older ones took. One thread; one acting forward over the bank; allocates nothing per bank.
 *
 * <p>With {@code ρ_t = min(1, π(a_t|s_t) / μ(a_t|s_t))}, μ from the stored outputs, and {@code c_t = λ ρ_t} (their
 * Remark 2), the targets are {@code v_t = V(s_t) + ρ_t q_t}, where
 * {@code q_t = r_t + γ V' - V(s_t) + γ λ [episode goes on] (v_{t+1} - V(s_{t+1}))}: the recursion of their Remark 1. V' is
 * as in {@link Advantages}, which this equals where π = μ: GAE(λ), and n-step returns for λ = 1.
 *
 * <p>Advantages are {@code q_t}, for λ = 1 {@code r_t + γ v_{t+1} - V(s_t)}. The policy gradient weighs them with ρ_t
 * (their Section 4.2): {@link #weigh}. A surrogate that multiplies with π/μ itself, as PPO's does, takes them as they
 * are: one weight, not two.
 */
final class VTrace implements ReturnEstimates {
    private final BankShape shape;
    private final int valueIndex;
    private final double gamma;
    private final double lambda;
    private final ActionDistribution distribution;
    private final Policy.Forward forward;
    private final Policy.Snapshot snapshot;
    private final ObservationBatch batch;
    private final int[] offsets;
    private final float[] outputs;
    private final float[] finalOutput;
    private final int[] finalOffset = {0};
    private final float[] advantages;
    private final float[] returns;
    private final float[] weights;

    VTrace(BankShape shape, Policy policy, ActionDistribution distribution, ActorCriticConfig config) {
        this.shape = shape;
        this.valueIndex = shape.outputWidth() - 1;
        this.gamma = config.gamma();
        this.lambda = config.gaeLambda();
        this.distribution = distribution;
        this.forward = policy.newForward();
        this.snapshot = policy.newSnapshot();
        int rows = shape.rows() + shape.environments(); // with what follows the last step
        this.batch = new ObservationBatch(rows);
        this.offsets = new int[rows];
        for (int row = 0; row < rows; row++) {
            offsets[row] = row * shape.outputWidth();
        }
        this.outputs = new float[rows * shape.outputWidth()];
        this.finalOutput = new float[shape.outputWidth()];
        this.advantages = new float[shape.rows()];
        this.returns = new float[shape.rows()];
        this.weights = new float[shape.rows()];
    }

    @Override
    public float[] advantages() {
        return advantages;
    }

    @Override
    public float[] returns() {
        return returns;
    }

    @Override
    public float value(StorageBank bank, int row) {
        return bank.outputs()[row * shape.outputWidth() + valueIndex];
    }

    @Override
    public void compute(StorageBank bank, float[] parameters) {
        snapshot.load(parameters);
        bank.bind(batch);
        for (int row = 0; row < offsets.length; row++) {
            bank.addRow(batch, row);
        }
        forward.forward(snapshot, batch, outputs, offsets);
        for (int column = 0; column < shape.environments(); column++) {
            computeColumn(bank, column);
        }
    }

    private void computeColumn(StorageBank bank, int column) {
        FinalObservations finals = bank.finals(column);
        int truncation = finals.count();
        double nextValue = outputs[bank.row(shape.steps(), column) * shape.outputWidth() + valueIndex];
        double nextError = 0; // v_{t+1} - V(s_{t+1})
        for (int step = shape.steps() - 1; step >= 0; step--) {
            int row = bank.row(step, column);
            double value = outputs[row * shape.outputWidth() + valueIndex];
            if (bank.terminated(row)) {
                nextValue = 0;
                nextError = 0;
            } else if (bank.truncated(row)) {
                nextValue = finalValue(finals, --truncation);
                nextError = 0;
            }
            double weight = Math.min(1, ratio(bank, row));
            double q = bank.rewards()[row] + gamma * nextValue - value + gamma * lambda * nextError;
            advantages[row] = (float) q;
            returns[row] = (float) (value + weight * q);
            nextValue = value;
            nextError = weight * q;
            weights[row] = (float) weight;
        }
    }

    @Override
    public void weigh(float[] perRow) {
        for (int row = 0; row < weights.length; row++) {
            perRow[row] *= weights[row];
        }
    }

    /** π(a|s) / μ(a|s). */
    private double ratio(StorageBank bank, int row) {
        int output = row * shape.outputWidth();
        int action = row * shape.actionWidth();
        distribution.evaluate(bank.outputs(), output, bank.actions(), action);
        double behaviour = distribution.logProbability();
        distribution.evaluate(outputs, output, bank.actions(), action);
        return DeterministicMath.exp(distribution.logProbability() - behaviour);
    }

    private double finalValue(FinalObservations finals, int index) {
        finals.bind(batch, index);
        forward.forward(snapshot, batch, finalOutput, finalOffset);
        return finalOutput[valueIndex];
    }

    /** The mean of the truncated weights: 1 without lag. */
    @Override
    public void addFigures(Map<String, Double> figures) {
        double sum = 0;
        for (float weight : weights) {
            sum += weight;
        }
        figures.put("rho_mean", sum / weights.length);
    }
}
