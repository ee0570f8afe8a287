package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.Policy;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;

/**
 * Generalised advantage estimation (Schulman et al. 2016, Eq. 16) over a bank, with the values that the behaviour
 * policy gave. One thread; allocates nothing per bank.
 *
 * <p>{@code δ_t = r_t + γ V' - V(s_t)} and {@code A_t = δ_t + γ λ [episode goes on] A_{t+1}}, where V' is 0 after a
 * termination, the value of the episode's own last observation after a truncation, and {@code V(s_{t+1})} otherwise;
 * beyond the last step it is the value of the observation that follows. λ = 1 gives n-step returns minus the value.
 */
public final class Advantages implements ReturnEstimates {
    private final BankShape shape;
    private final int valueIndex;
    private final double gamma;
    private final double lambda;
    private final RewardScale rewards;
    private final BootstrapRows bootstrap;
    private final float[] advantages;
    private final float[] returns;

    /** Of rewards as they are. */
    public Advantages(BankShape shape, Policy policy, double gamma, double lambda) {
        this(shape, policy, gamma, lambda, RewardScale.NONE);
    }

    /**
     * @param policy  that acted, its value last in its output rows
     * @param rewards that returns are made of
     */
    public Advantages(BankShape shape, Policy policy, double gamma, double lambda, RewardScale rewards) {
        this.rewards = rewards;
        this.shape = shape;
        this.valueIndex = shape.outputWidth() - 1;
        this.gamma = gamma;
        this.lambda = lambda;
        this.bootstrap = new BootstrapRows(shape, policy);
        this.advantages = new float[shape.rows()];
        this.returns = new float[shape.rows()];
    }

    @Override
    public float[] advantages() {
        return advantages;
    }

    /** A + V. */
    @Override
    public float[] returns() {
        return returns;
    }

    @Override
    public float value(StorageBank bank, int row) {
        return bank.outputs()[row * shape.outputWidth() + valueIndex];
    }

    @Override
    public void compute(StorageBank bank, float[] behaviour) {
        bootstrap.compute(bank, behaviour);
        for (int environment = 0; environment < shape.environments(); environment++) {
            compute(bank, environment);
        }
        rewards.learnt(bank);
    }

    @Override
    public RewardScale rewards() {
        return rewards;
    }

    private void compute(StorageBank bank, int environment) {
        FinalObservations finals = bank.finals(environment);
        int truncation = finals.count();
        double nextValue = bootstrap.lastOutputs()[environment * shape.outputWidth() + valueIndex];
        double advantage = 0;
        for (int step = shape.steps() - 1; step >= 0; step--) {
            int row = bank.row(step, environment);
            double value = value(bank, row);
            if (bank.terminated(row)) {
                nextValue = 0;
                advantage = 0;
            } else if (bank.truncated(row)) {
                nextValue = bootstrap.finalOutput(finals, --truncation)[valueIndex];
                advantage = 0;
            }
            double delta = rewards.reward(bank, row) + gamma * nextValue - value;
            advantage = delta + gamma * lambda * advantage;
            advantages[row] = (float) advantage;
            returns[row] = (float) (advantage + value);
            nextValue = value;
        }
    }
}
