package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.storage.StorageBank;

/** Points a network at rows of a bank, where they lie. One thread. */
public final class BankRows {
    private final ObservationBatch batch;

    /** @param maxRows of one call */
    public BankRows(int maxRows) {
        batch = new ObservationBatch(maxRows);
    }

    /** Rows {@code order[from .. from + count)}; valid until the next call. */
    public ObservationBatch of(StorageBank bank, int[] order, int from, int count) {
        bank.bind(batch);
        for (int i = 0; i < count; i++) {
            bank.addRow(batch, order[from + i]);
        }
        return batch;
    }

    /** The first {@code count} rows in bank order; valid until the next call. */
    public ObservationBatch of(StorageBank bank, int count) {
        bank.bind(batch);
        for (int row = 0; row < count; row++) {
            bank.addRow(batch, row);
        }
        return batch;
    }
}
