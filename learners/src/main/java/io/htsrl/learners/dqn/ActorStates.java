package io.htsrl.learners.dqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.onpolicy.BootstrapRows;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;

/**
 * Recurrent states of the actors, computed again from those at a bank's start under the behaviour parameters: the same
 * bits. First priorities are the greatest so far. One thread.
 */
final class ActorStates implements FirstErrors {
    private final BootstrapRows rows;

    ActorStates(BankShape shape, Policy policy) {
        rows = BootstrapRows.ofAll(shape, policy);
    }

    @Override
    public void begin(StorageBank bank, float[] behaviour) {
        rows.compute(bank, behaviour);
    }

    @Override
    public double of(int step, int environment, int truncation) {
        return ReplayMemory.GREATEST_SO_FAR;
    }

    @Override
    public float[] states() {
        return rows.states();
    }
}
