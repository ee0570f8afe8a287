package io.htsrl.policies.recurrent;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.MemoryConfig;
import java.util.Arrays;

/**
 * Recurrent units of one kind, one row at a time. Each element is computed separately, by IEEE operations and
 * {@link io.htsrl.policies.kernel.RationalTanh} in a fixed order: a row's bits depend on that row alone. Immutable, any
 * thread; allocates nothing.
 *
 * <p>A row of gates has a block of H floats for each gate, a state row a block for each state, the output h first. Sums
 * from the input (x) and from the previous output (r) come separately; kinds without recurrent weights ignore r.
 */
public abstract class MemoryCell {
    private static final float HALF = 0.5f;

    final int units;
    final int gatesSize;
    final int stateSize;
    private final DenseKernel kernel = Kernels.best();

    MemoryCell(MemoryConfig memory) {
        units = memory.memorySize();
        gatesSize = memory.inputs();
        stateSize = memory.stateSize();
    }

    /**
     * Rows that {@link #forward} reads and writes.
     *
     * @param x gates' sums from the input, {@code [rows][gates]}
     * @param r gates' sums from the previous output
     * @param rAt offset of each row in r
     * @param previous previous states, {@code [rows][state]}
     * @param next receives the next states
     * @param kept receives {@code [rows][}{@link #keptSize}{@code ]} for {@link #backward}
     */
    public record CellRows(float[] x, float[] r, int[] rAt, float[] previous, float[] next, float[] kept) {}

    /**
     * Rows that {@link #backward} reads and writes.
     *
     * @param x receives the gradient of the sums from the input, {@code [rows][gates]}
     * @param r receives that of the sums from the previous output, at the offsets of {@link CellRows#r}
     * @param state {@code [columns][state]}: the gradient of a next state, replaced by that of the previous state but
     *     for what comes by r
     */
    public record CellGradients(float[] x, float[] r, float[] state) {}

    /** Creates the units that {@code memory} describes. */
    public static MemoryCell of(MemoryConfig memory) {
        return switch (memory.memory()) {
            case LSTM -> new LstmCell(memory);
            case GRU -> new GruCell(memory);
            case MINGRU -> new MinGruCell(memory);
            case NONE -> throw new IllegalArgumentException("a network without memory has no units");
        };
    }

    /** Returns the floats that {@link #forward} keeps of a row. */
    public abstract int keptSize();

    /** Computes the next state of a row. */
    public abstract void forward(CellRows rows, int row);

    /** Computes the gradients of a row, after its {@link #forward}; {@code column} is its place in the states. */
    public abstract void backward(CellRows rows, int row, CellGradients gradients, int column);

    /** Copies a row's state, or zeros, which must not be one that follows. */
    public static void readState(ObservationBatch batch, int row, float[] to, int at, int size) {
        int from = batch.stateOffset(row);
        if (from == ObservationBatch.EMPTY) {
            Arrays.fill(to, at, at + size, 0);
        } else {
            System.arraycopy(batch.states(), from, to, at, size);
        }
    }

    final void tanh(float[] values, int at, int count) {
        kernel.tanh(values, at, count);
    }

    /** Replaces values by their logistic function, {@code 0.5 tanh(x / 2) + 0.5}. */
    final void sigmoid(float[] values, int at, int count) {
        for (int i = at; i < at + count; i++) {
            values[i] *= HALF;
        }
        kernel.tanh(values, at, count);
        for (int i = at; i < at + count; i++) {
            values[i] = values[i] * HALF + HALF;
        }
    }

    /** Returns the gradient of a sum from that of its logistic function {@code y}. */
    static float sigmoidBack(float gradient, float y) {
        return gradient * (y * (1 - y));
    }

    /** Returns the gradient of a sum from that of its hyperbolic tangent {@code y}. */
    static float tanhBack(float gradient, float y) {
        return gradient * (1 - y * y);
    }
}
