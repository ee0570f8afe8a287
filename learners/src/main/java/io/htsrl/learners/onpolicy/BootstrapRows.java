package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/**
 * Policy output rows of the observations that a bank holds no outputs for: what follows the last step, and what
 * truncated episodes ended with. By the acting forward, so they are the rows that an actor would have given. One thread; allocates nothing per bank.
 */
public final class BootstrapRows {
    private final int first;
    private final Policy.Forward forward;
    private final Policy.Snapshot snapshot;
    private final ObservationBatch batch;
    private final int[] offsets;
    private final float[] outputs;
    private final float[] finalOutput;
    private final int[] finalOffset = {0};

    /** Of the observations that follow the last step of each environment. */
    public BootstrapRows(BankShape shape, Policy policy) {
        this(shape, policy, shape.rows());
    }

    /**
     * @param policy whose rows they are
     * @param first  row of a bank that is computed; all after it are, up to what follows the last step
     */
    BootstrapRows(BankShape shape, Policy policy, int first) {
        this.first = first;
        this.forward = policy.newForward();
        this.snapshot = policy.newSnapshot();
        int rows = shape.rows() + shape.environments() - first;
        this.batch = new ObservationBatch(rows);
        this.offsets = new int[rows];
        Arrays.setAll(offsets, row -> row * shape.outputWidth());
        this.outputs = new float[rows * shape.outputWidth()];
        this.finalOutput = new float[shape.outputWidth()];
    }

    /** Computes the rows of a bank. */
    public void compute(StorageBank bank, float[] parameters) {
        snapshot.load(parameters);
        bank.bind(batch);
        for (int row = 0; row < offsets.length; row++) {
            bank.addRow(batch, first + row);
        }
        forward.forward(snapshot, batch, outputs, offsets);
    }

    /** The rows of {@link #compute}. */
    public float[] outputs() {
        return outputs;
    }

    /** The row of a truncated episode's last observation; valid until the next call. */
    public float[] finalOutput(FinalObservations finals, int index) {
        finals.bind(batch, index);
        forward.forward(snapshot, batch, finalOutput, finalOffset);
        return finalOutput;
    }
}
