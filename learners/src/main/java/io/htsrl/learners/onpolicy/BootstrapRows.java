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
 *
 * <p>For a policy with a memory, the states inside a bank are not stored: where they are needed, the rows are computed
 * again step by step, from the states at its start.
 */
public final class BootstrapRows {
    private final BankShape shape;
    private final int first;
    private final int rowWidth;
    private final Policy.Forward forward;
    private final Policy.Snapshot snapshot;
    private final ObservationBatch batch;
    private final int[] offsets;
    private final float[] outputs;
    private final float[] finalOutput;
    private final int[] finalOffset = {0};
    private final int[] stepOffsets; // of the rows of one step
    /** States {@code [steps + 1][environments][state]}: at the start, and after each step. */
    private final float[] states;

    /** Creates the rows of the observations that follow the last step of each environment. */
    public BootstrapRows(BankShape shape, Policy policy) {
        this(shape, policy, shape.rows());
    }

    /** Creates the rows of all observations, with the recurrent states before them. */
    public static BootstrapRows ofAll(BankShape shape, Policy policy) {
        return new BootstrapRows(shape, policy, 0);
    }

    /**
     * @param policy policy that computes the rows
     * @param first first row of a bank to compute, 0 or that after the last step; the last is that after the last step
     */
    BootstrapRows(BankShape shape, Policy policy, int first) {
        this.shape = shape;
        this.first = first;
        this.rowWidth = policy.rowWidth();
        this.forward = policy.newForward();
        this.snapshot = policy.newSnapshot();
        int rows = shape.rows() + shape.environments() - first;
        this.batch = new ObservationBatch(rows);
        this.offsets = new int[rows];
        Arrays.setAll(offsets, row -> row * rowWidth);
        this.outputs = new float[rows * rowWidth];
        this.finalOutput = new float[rowWidth];
        this.stepOffsets = new int[shape.environments()];
        this.states =
                new float[shape.memorySize() == 0 ? 0 : (shape.rows() + shape.environments()) * shape.memorySize()];
    }

    /** Computes the rows of a bank. */
    public void compute(StorageBank bank, float[] parameters) {
        snapshot.load(parameters);
        if (shape.memorySize() > 0 && (first == 0 || truncates(bank))) {
            unroll(bank);
            return;
        }
        bank.bind(batch);
        for (int row = 0; row < offsets.length; row++) {
            bank.addRow(batch, first + row);
        }
        forward.forward(snapshot, batch, outputs, offsets);
    }

    private boolean truncates(StorageBank bank) {
        for (int column = 0; column < shape.environments(); column++) {
            if (bank.finals(column).count() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Computes all rows, step by step; their outputs overwrite each other where only those after the last count. */
    private void unroll(StorageBank bank) {
        int columns = shape.environments();
        int size = shape.memorySize();
        bank.copyStart(states);
        for (int step = 0; step <= shape.steps(); step++) {
            bank.bind(batch);
            batch.states(states);
            for (int column = 0; column < columns; column++) {
                bank.add(batch, step, column);
                batch.state(bank.begins(step, column) ? ObservationBatch.EMPTY : (step * columns + column) * size);
            }
            int from = first == 0 ? step * columns : 0;
            System.arraycopy(offsets, from, stepOffsets, 0, columns);
            forward.forward(snapshot, batch, outputs, stepOffsets);
            for (int column = 0; column < columns && step < shape.steps(); column++) {
                int state = ((step + 1) * columns + column) * size;
                System.arraycopy(outputs, stepOffsets[column] + shape.outputWidth(), states, state, size);
            }
        }
    }

    /** Returns the rows of {@link #compute}. */
    public float[] outputs() {
        return outputs;
    }

    /**
     * Returns the states before the rows of {@link #ofAll}, {@code [steps + 1][environments][state]}; those of rows
     * that begin an episode inside the bank are undefined.
     */
    public float[] states() {
        return states;
    }

    /** Returns the floats from a row to the next. */
    public int rowWidth() {
        return rowWidth;
    }

    /** Returns the row of a truncated episode's last observation in a column; valid until the next call. */
    public float[] finalOutput(FinalObservations finals, int column, int index) {
        finals.bind(batch, index);
        if (shape.memorySize() > 0) {
            batch.states(states);
            batch.state(((finals.step(index) + 1) * shape.environments() + column) * shape.memorySize());
        }
        forward.forward(snapshot, batch, finalOutput, finalOffset);
        return finalOutput;
    }
}
