package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.Policy;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;

/**
 * Generalised advantage estimation (Schulman et al. 2016, Eq. 16) over a bank, with the values that the behaviour
 * policy gave: all weights are 1. λ = 1 gives n-step returns minus the value. One thread; allocates nothing per bank.
 */
public final class Advantages extends ReturnEstimates {
    private final BootstrapRows bootstrap;

    /** @param policy that acted, its value last in its output rows */
    public Advantages(BankShape shape, Policy policy, double gamma, double lambda, RewardScale rewards) {
        super(shape, gamma, lambda, rewards);
        this.bootstrap = new BootstrapRows(shape, policy);
    }

    @Override
    void computeValues(StorageBank bank, float[] behaviour) {
        bootstrap.compute(bank, behaviour);
    }

    @Override
    double valueOf(StorageBank bank, int row) {
        return value(bank, row);
    }

    @Override
    double lastValue(StorageBank bank, int column) {
        return bootstrap.outputs()[column * shape.outputWidth() + valueIndex];
    }

    @Override
    double finalValue(FinalObservations finals, int index) {
        return bootstrap.finalOutput(finals, index)[valueIndex];
    }

    @Override
    double weight(StorageBank bank, int row) {
        return 1;
    }
}
