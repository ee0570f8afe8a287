package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;

/**
 * Policy output rows of the observations without outputs in a bank: those after the last step, and the last ones of
 * truncated episodes. The acting forward computes them, so they equal an actor's rows. One thread; allocates nothing
 * per bank.
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

    /** Creates the rows of the observations that follow the last step of each environment. */
    public BootstrapRows(BankShape shape, Policy policy) {
        this(shape, policy, shape.rows());
    }

    /**
     * @param policy policy that computes the rows
     * @param first  first row of a bank to compute; the last is that after the last step
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

    /** Returns the rows of {@link #compute}. */
    public float[] outputs() {
        return outputs;
    }

    /** Returns the row of a truncated episode's last observation; valid until the next call. */
    public float[] finalOutput(FinalObservations finals, int index) {
        finals.bind(batch, index);
        forward.forward(snapshot, batch, finalOutput, finalOffset);
        return finalOutput;
    }
}
