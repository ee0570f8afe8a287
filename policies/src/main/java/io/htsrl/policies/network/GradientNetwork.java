package io.htsrl.policies.network;

import io.htsrl.core.policy.ObservationBatch;
import java.util.List;

/**
 * Learner's side of a policy: forward over a minibatch, then backward. One thread at a time. Preallocated for a
 * greatest number of rows; nothing is allocated per call. The same calls give the same bits in every run on one machine
 * and backend; unlike {@link io.htsrl.core.policy.Policy.Forward}, rows are not promised to be stable over batches.
 */
public interface GradientNetwork extends AutoCloseable {

    /** Means and variances by which batch normalisations of a learner's passes normalise. */
    enum Statistics {
        /** The running ones, which are parameters: those of actors. */
        RUNNING,
        /** Those of the rows of the pass; gradients pass through them. */
        ROWS,
        /** Those of the rows, corrected towards the running ones (batch renormalisation, Ioffe 2017). */
        CORRECTED
    }

    int parameterCount();

    /**
     * Returns the number of floats in one output row, as in the {@link io.htsrl.core.policy.Policy} with the same
     * parameters.
     */
    int outputWidth();

    /** Returns the greatest number of rows of one {@link #forward}. */
    int maxRows();

    /** Copies in the parameter vector that later passes use. */
    void loadParameters(float[] parameters);

    /**
     * Computes output rows.
     *
     * @param batch the observation rows, 1 .. {@link #maxRows()} of them
     * @param outputs receives {@code [rows][outputWidth]}
     */
    void forward(ObservationBatch batch, float[] outputs);

    /**
     * Writes the gradient of a scalar with respect to the parameters, for the rows of the last {@link #forward}.
     *
     * @param outputGradient {@code [rows][outputWidth]}, the scalar's gradient with respect to the output rows
     * @param parameterGradient receives the gradient (overwritten), {@code [parameterCount]}
     */
    void backward(float[] outputGradient, float[] parameterGradient);

    /** Part of a loss in which the gradient of a row depends on its own output row alone. */
    @FunctionalInterface
    interface RowsLoss {
        /** Writes the gradient of {@code count} output rows from {@code first}; lanes may compute at the same time. */
        void compute(int first, int count, int lane);
    }

    /**
     * Writes the gradient of a loss over rows: the bits of {@link #forward}, the loss of all rows and
     * {@link #backward}. Networks may take few rows at a time through all three, while these stay in a cache: none is
     * left for {@link #backward}.
     *
     * @param batch as {@link #forward}
     * @param outputs receives the output rows, which the loss reads
     * @param loss writes rows of {@code outputGradient}
     * @param outputGradient {@code [rows][outputWidth]}
     * @param parameterGradient receives the gradient (overwritten), {@code [parameterCount]}
     */
    default void gradient(
            ObservationBatch batch, float[] outputs, RowsLoss loss, float[] outputGradient, float[] parameterGradient) {
        forward(batch, outputs);
        loss.compute(0, batch.rows(), 0);
        backward(outputGradient, parameterGradient);
    }

    /**
     * Writes the derivative of the output rows of the last {@link #forward} along a direction of the parameters: the
     * product of their Jacobian with it. Later calls of {@link #backward} are not affected.
     *
     * @param direction {@code [parameterCount]}
     * @param derivatives receives {@code [rows][outputWidth]}
     * @throws UnsupportedOperationException where the network has none: all but plain multi-layer perceptrons on the
     *     JVM's kernel
     */
    default void jacobianProduct(float[] direction, float[] derivatives) {
        throw new UnsupportedOperationException(
                "no product with a Jacobian in " + getClass().getSimpleName());
    }

    /**
     * Returns what each layer's gradient was computed from in the last {@link #backward}: views, valid until the next
     * call. The layers are the same at every call; before the first, they have no rows.
     *
     * @throws UnsupportedOperationException where the network has none: all but multi-layer perceptrons, and
     *     {@link ChainedNetwork chained} convolutional networks, on the JVM's kernel
     */
    default List<LayerRows> layerRows() {
        throw new UnsupportedOperationException(
                "no rows of layers in " + getClass().getSimpleName());
    }

    /**
     * Vectors in an array, one for each position of each row, all rows alike.
     *
     * @param width floats from a row to the next
     * @param starts offset of each position in row 0: one, or the windows or pixels of an image
     * @param elements offset of each element behind its position's
     */
    record RowVectors(float[] values, int width, int[] starts, int[] elements) {

        public float get(int row, int position, int element) {
            return values[row * width + starts[position] + elements[element]];
        }
    }

    /**
     * A layer's inputs x and the gradients g of its sums: its weights' gradient is the sum of {@code x gᵀ} over rows
     * and positions. Elements have the order of the parameters.
     *
     * @param layer sizes and place; a convolution as a dense layer of one window
     * @param outputsFirst whether weights are {@code [outputs][inputs]}, as of a convolution
     */
    record LayerRows(DenseLayer layer, boolean outputsFirst, int rows, RowVectors inputs, RowVectors gradients) {

        /** Returns the offset of a weight, or for input {@code layer.inputs()} of a bias. */
        public int offset(int input, int output) {
            return outputsFirst && input < layer.inputs()
                    ? layer.offset() + output * layer.inputs() + input
                    : layer.offset() + input * layer.outputs() + output;
        }

        /** Returns the first of these rows for a layer whose parameters begin {@code shift} later. */
        public LayerRows at(int shift, int first) {
            DenseLayer moved = new DenseLayer(layer.name(), layer.inputs(), layer.outputs(), layer.offset() + shift);
            return new LayerRows(moved, outputsFirst, first, inputs, gradients);
        }
    }

    /**
     * Sets the statistics of the next forwards, at first {@link Statistics#RUNNING}; networks without any ignore it.
     */
    default void normalizeBy(Statistics statistics) {}

    /**
     * Writes the running statistics, moved towards those of the last forward's rows.
     *
     * @param parameters receives them
     * @param share share of the rows' statistics
     */
    default void moveStatistics(float[] parameters, double share) {}

    @Override
    void close();
}
