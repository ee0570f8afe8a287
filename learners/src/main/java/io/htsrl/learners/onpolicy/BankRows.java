package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.storage.StorageBank;

/** View of rows of a bank as a network's input, without a copy. One thread. */
public final class BankRows {
    private final ObservationBatch batch;

    /** @param maxRows greatest number of rows of one call */
    public BankRows(int maxRows) {
        batch = new ObservationBatch(maxRows);
    }

    /**
     * Returns rows {@code order[from .. from + count)}; valid until the next call. For a policy with a memory they are
     * whole columns, {@code [steps][columns]}.
     */
    public ObservationBatch of(StorageBank bank, int[] order, int from, int count) {
        bank.bind(batch);
        if (bank.shape().memorySize() > 0) {
            batch.columns(count / bank.shape().steps());
        }
        for (int i = 0; i < count; i++) {
            bank.addRow(batch, order[from + i]);
        }
        return batch;
    }
}
