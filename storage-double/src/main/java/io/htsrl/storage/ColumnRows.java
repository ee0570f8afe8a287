package io.htsrl.storage;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;

/**
 * The observations of a bank in which each environment's rollout may be in any column. The owner of an environment
 * assigns its column before it publishes the rollout's first state, which orders the assignment before the actor's
 * read.
 */
public final class ColumnRows implements ObservationRows {
    private final StorageBank bank;
    private final int[] columns;

    public ColumnRows(StorageBank bank, int environments) {
        this.bank = bank;
        this.columns = new int[environments];
    }

    /** Assigns {@code column} to the rollout of {@code environment} from now on. */
    public void assign(int environment, int column) {
        columns[environment] = column;
    }

    @Override
    public void bind(ObservationBatch batch) {
        bank.bind(batch);
    }

    @Override
    public void add(ObservationBatch batch, int step, int environment) {
        bank.add(batch, step, columns[environment]);
    }
}
