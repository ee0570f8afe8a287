package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;

/**
 * Learner's side of a network of known size: rejects calls with wrong sizes and leaves the passes to subclasses. Thread
 * rule of {@link GradientNetwork}.
 */
public abstract class LayoutGradientNetwork implements GradientNetwork {
    private final int parameterCount;
    private final int outputWidth;
    private final int maxRows;
    private int rows;
    private boolean closed;

    /** @param maxRows the greatest number of rows of a minibatch */
    protected LayoutGradientNetwork(NetworkLayout layout, int maxRows) {
        this(layout.parameterCount(), layout.outputWidth(), maxRows);
    }

    /** @param maxRows the greatest number of rows of a minibatch */
    protected LayoutGradientNetwork(int parameterCount, int outputWidth, int maxRows) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("minibatches of at most " + maxRows + " rows");
        }
        this.parameterCount = parameterCount;
        this.outputWidth = outputWidth;
        this.maxRows = maxRows;
    }

    /** Loads a parameter vector of the right length. */
    protected abstract void load(float[] parameters);

    /** Computes {@link #forward} of {@code rows} rows. */
    protected abstract void compute(ObservationBatch batch, int rows, float[] outputs);

    /** Computes {@link #backward} of the {@code rows} rows of the last {@link #compute}. */
    protected abstract void differentiate(float[] outputGradient, int rows, float[] parameterGradient);

    /** Computes {@link #gradient} of {@code rows} rows. */
    protected void compute(
            ObservationBatch batch,
            int rows,
            float[] outputs,
            RowsLoss loss,
            float[] outputGradient,
            float[] parameterGradient) {
        compute(batch, rows, outputs);
        loss.compute(0, rows, 0);
        differentiate(outputGradient, rows, parameterGradient);
    }

    /** Attaches the calling thread, before every call. */
    protected void attach() {}

    /** Frees memory outside the heap; {@link #close} calls it once. */
    protected void free() {}

    @Override
    public final int parameterCount() {
        return parameterCount;
    }

    @Override
    public final int outputWidth() {
        return outputWidth;
    }

    @Override
    public final int maxRows() {
        return maxRows;
    }

    @Override
    public final void loadParameters(float[] parameters) {
        begin();
        checkLength(parameters, "parameters");
        load(parameters);
    }

    @Override
    public final void forward(ObservationBatch batch, float[] outputs) {
        begin();
        compute(batch, checkedRows(batch), outputs);
    }

    @Override
    public final void gradient(
            ObservationBatch batch, float[] outputs, RowsLoss loss, float[] outputGradient, float[] parameterGradient) {
        begin();
        checkLength(parameterGradient, "gradient elements");
        compute(batch, checkedRows(batch), outputs, loss, outputGradient, parameterGradient);
        rows = 0; // their activations may be gone
    }

    private int checkedRows(ObservationBatch batch) {
        if (batch.rows() < 1 || batch.rows() > maxRows) {
            throw new IllegalArgumentException(batch.rows() + " rows; this network was made for 1 .. " + maxRows);
        }
        rows = batch.rows();
        return rows;
    }

    @Override
    public final void backward(float[] outputGradient, float[] parameterGradient) {
        begin();
        if (rows == 0) {
            throw new IllegalStateException("backward before any forward");
        }
        checkLength(parameterGradient, "gradient elements");
        differentiate(outputGradient, rows, parameterGradient);
    }

    private void begin() {
        if (closed) {
            throw new IllegalStateException("this network was closed");
        }
        attach();
    }

    private void checkLength(float[] vector, String what) {
        if (vector.length != parameterCount()) {
            throw new IllegalArgumentException(vector.length + " " + what + " for a network of " + parameterCount());
        }
    }

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            free();
        }
    }
}
