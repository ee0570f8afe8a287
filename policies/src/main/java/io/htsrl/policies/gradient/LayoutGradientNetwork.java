package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.backend.Backends;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.backend.Nd4jRuntime;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;

/**
 * The learner's side of a network that its layout describes: refuses calls that do not fit, and leaves the passes to
 * those who compute them. Thread rule of {@link GradientNetwork}.
 */
abstract class LayoutGradientNetwork implements GradientNetwork {
    private final NetworkLayout layout;
    private final int maxRows;
    private final ComputeBackend backend;
    private Thread attached;
    private int rows;
    private boolean closed;

    /** @param maxRows the greatest number of rows of a minibatch */
    LayoutGradientNetwork(NetworkLayout layout, int maxRows, ComputeBackend backend) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("minibatches of at most " + maxRows + " rows");
        }
        this.layout = layout;
        this.maxRows = maxRows;
        this.backend = backend;
    }

    /** The backend of this process, which it loads. */
    static ComputeBackend loadedBackend() {
        Nd4jRuntime.load();
        return Backends.current();
    }

    /** {@link #loadParameters} of a vector of the right length. */
    abstract void load(float[] parameters);

    /** {@link #forward} of {@code rows} rows. */
    abstract void compute(ObservationBatch batch, int rows, float[] outputs);

    /** {@link #backward} of the {@code rows} rows of the last {@link #compute}. */
    abstract void differentiate(float[] outputGradient, int rows, float[] parameterGradient);

    /** {@link #close}, once. */
    abstract void free();

    @Override
    public final int parameterCount() {
        return layout.parameterCount();
    }

    @Override
    public final int outputWidth() {
        return layout.outputWidth();
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
        if (batch.rows() < 1 || batch.rows() > maxRows) {
            throw new IllegalArgumentException(batch.rows() + " rows; this network was made for 1 .. " + maxRows);
        }
        rows = batch.rows();
        compute(batch, rows, outputs);
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
        if (attached != Thread.currentThread()) {
            backend.attachThread();
            attached = Thread.currentThread();
        }
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
