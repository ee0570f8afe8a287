package io.htsrl.learners.dqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.onpolicy.BootstrapRows;
import io.htsrl.learners.values.QRows;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;

/**
 * One-step errors {@code |r + γ max Q(s', ·) - Q(s, a)|} computed from the actors' output rows, as in Ape-X (Horgan et
 * al. 2018). All values use the behaviour parameters. One thread.
 */
final class ActorErrors implements FirstErrors {
    private final BankShape shape;
    private final QRows rows;
    private final double gamma;
    private final BootstrapRows bootstrap;
    private StorageBank bank;

    ActorErrors(BankShape shape, Policy policy, QRows rows, double gamma) {
        this.shape = shape;
        this.rows = rows;
        this.gamma = gamma;
        this.bootstrap = new BootstrapRows(shape, policy);
    }

    @Override
    public void begin(StorageBank newBank, float[] behaviour) {
        bank = newBank;
        bootstrap.compute(bank, behaviour);
    }

    @Override
    public double of(int step, int environment, int truncation) {
        int row = bank.row(step, environment);
        double value = rows.taken(bank.outputs(), row * shape.outputWidth(), bank.actions(), row);
        double next = bank.terminated(row) ? 0 : greatestNext(step, environment, truncation);
        return Math.abs(bank.rewards()[row] + gamma * next - value);
    }

    private double greatestNext(int step, int environment, int truncation) {
        if (bank.truncated(bank.row(step, environment))) {
            return rows.best(bootstrap.finalOutput(bank.finals(environment), environment, truncation), 0);
        }
        if (step + 1 == shape.steps()) {
            return rows.best(bootstrap.outputs(), environment * bootstrap.rowWidth());
        }
        return rows.best(bank.outputs(), bank.row(step + 1, environment) * shape.outputWidth());
    }
}
