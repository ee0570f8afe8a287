package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/**
 * Advantages and value targets of a bank's steps, by one recursion backwards in time: {@code A_t = r_t + γ V' - V(s_t)
 * + γ λ [episode continues] ρ_{t+1} A_{t+1}}, targets {@code V(s_t) + ρ_t A_t}. V' is 0 after a termination, the value
 * of the episode's last observation after a truncation, and {@code V(s_{t+1})} otherwise; beyond the last step, and
 * before a lost one, it is the value of the observation that follows. Here all ρ are 1: generalised advantage
 * estimation (Schulman et al. 2016, Eq. 16), of the behaviour policy's values; λ = 1 gives n-step returns minus the
 * value. One thread; arrays are valid until the next {@link #compute}.
 */
public class ReturnEstimates {
    final BankShape shape;
    private final double gamma;
    private final double lambda;
    private final RewardScale rewards;
    final BootstrapRows bootstrap;
    private final float[] advantages;
    private final float[] returns;

    /**
     * Creates GAE from the values of the behaviour policy.
     *
     * @param policy behaviour policy
     * @param rewards rewards that enter the returns
     */
    public ReturnEstimates(BankShape shape, Policy policy, double gamma, double lambda, RewardScale rewards) {
        this(shape, new BootstrapRows(shape, policy), gamma, lambda, rewards);
    }

    ReturnEstimates(BankShape shape, BootstrapRows bootstrap, double gamma, double lambda, RewardScale rewards) {
        this.shape = shape;
        this.bootstrap = bootstrap;
        this.gamma = gamma;
        this.lambda = lambda;
        this.rewards = rewards;
        this.advantages = new float[shape.rows()];
        this.returns = new float[shape.rows()];
    }

    /** Creates the estimates of a run's learner, corrected by importance weights where the run corrects its lag. */
    public static ReturnEstimates of(ActorCriticConfig config, LearnerInputs inputs, ActionDistribution distribution) {
        return inputs.correction() == AsyncConfig.Correction.VTRACE
                ? corrected(config, inputs.shape(), inputs.policy(), distribution)
                : new ReturnEstimates(
                        inputs.shape(),
                        inputs.policy(),
                        config.gamma(),
                        config.gaeLambda(),
                        config.rewards().scale(inputs.shape(), config.gamma()));
    }

    /**
     * Creates V-trace estimates for the policy at the parameters given to {@link #compute}, for any behaviour policy.
     */
    public static ReturnEstimates corrected(
            ActorCriticConfig config, BankShape shape, Policy policy, ActionDistribution distribution) {
        return new VTrace(shape, policy, distribution, config);
    }

    /**
     * Computes the estimates for all rows of {@code bank}. Each bank may be passed once.
     *
     * @param parameters parameters for the values that the bank holds no outputs for
     */
    public final void compute(StorageBank bank, float[] parameters) {
        computeValues(bank, parameters);
        rewards.begin(bank);
        for (int column = 0; column < shape.environments(); column++) {
            computeColumn(bank, column);
        }
        rewards.learnt(bank);
    }

    void computeValues(StorageBank bank, float[] parameters) {
        bootstrap.compute(bank, parameters);
    }

    /** Returns V of an output row: by default its last element. */
    protected double valueIn(float[] outputs, int offset) {
        return outputs[offset + shape.outputWidth() - 1];
    }

    /** Returns V of the observation of a row. */
    double valueOf(StorageBank bank, int row) {
        return value(bank, row);
    }

    /** Returns V of the observation after the last step of a column. */
    double lastValue(StorageBank bank, int column) {
        return valueIn(bootstrap.outputs(), column * bootstrap.rowWidth());
    }

    /** Returns ρ of a step. */
    double weight(StorageBank bank, int row) {
        return 1;
    }

    private void computeColumn(StorageBank bank, int column) {
        FinalObservations finals = bank.finals(column);
        int truncation = finals.count();
        double nextValue = lastValue(bank, column);
        double nextError = 0; // ρ A of the next step: its target minus its value
        for (int step = shape.steps() - 1; step >= 0; step--) {
            int row = bank.row(step, column);
            double value = valueOf(bank, row);
            if (bank.lost(row)) { // the step before it ends with this row's observation
                truncation -= bank.truncated(row) ? 1 : 0;
                advantages[row] = 0;
                returns[row] = (float) value;
                nextValue = value;
                nextError = 0;
                continue;
            }
            if (bank.terminated(row)) {
                nextValue = 0;
                nextError = 0;
            } else if (bank.truncated(row)) {
                nextValue = valueIn(bootstrap.finalOutput(finals, column, --truncation), 0);
                nextError = 0;
            }
            double advantage = rewards.reward(bank, row) + gamma * nextValue - value + gamma * lambda * nextError;
            advantages[row] = (float) advantage;
            nextError = weight(bank, row) * advantage;
            returns[row] = (float) (value + nextError);
            nextValue = value;
        }
    }

    /** Returns A, {@code [steps][environments]}, of the last {@link #compute}. */
    public final float[] advantages() {
        return advantages;
    }

    /** Returns the value targets, {@code [steps][environments]}. */
    public final float[] returns() {
        return returns;
    }

    /** Returns V(s) of the behaviour policy. */
    public final double value(StorageBank bank, int row) {
        return valueIn(bank.outputs(), row * shape.outputWidth());
    }

    /**
     * Multiplies each row's advantage by its importance weight in a plain policy gradient; by 1 without a correction.
     */
    public void weigh(float[] perRow) {}

    /** Returns the rewards that enter the returns. Their statistics are part of the learner's state. */
    public final RewardScale rewards() {
        return rewards;
    }

    /** Adds the metrics of the last {@link #compute}. */
    public void addTo(Map<String, Double> metrics) {
        rewards.addTo(metrics);
    }
}
