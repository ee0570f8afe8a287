package io.htsrl.nd4j.network;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.DenseLayer;

/**
 * The three matrix products of one dense layer's training, on the matrices it was made for: all that a compute
 * backend has to provide. One thread. The same calls give the same bits in every run on one machine.
 */
interface MatrixProducts extends AutoCloseable {

    /** Chooses an implementation for one layer. */
    interface Factory {
        MatrixProducts create(LayerMatrices matrices);
    }

    /** Takes the layer's weights W out of the flat vector. */
    void load(float[] parameters);

    /** {@code output = input W} for the first {@code rows} rows. */
    void multiply(int rows);

    /** {@code input^T outputGradient} into the layer's weights of the flat gradient; after {@link #multiply}. */
    void multiplyTransposedLeft(int rows, float[] parameterGradient);

    /** {@code inputGradient = outputGradient W^T}; after {@link #multiplyTransposedLeft}. */
    void multiplyTransposedRight(int rows);

    @Override
    void close();

    /**
     * The minibatch matrices around one dense layer, in padded rows: {@code [maxRows][pad(inputs)]} and
     * {@code [maxRows][pad(outputs)]}. Padding columns of {@code input} and {@code outputGradient} are zero in rows
     * whose numbers are finite.
     *
     * @param layer          where its weights lie in the flat vector
     * @param maxRows        rows of every matrix
     * @param input          what the layer reads: the output of the layer before it
     * @param output         what it computes
     * @param outputGradient the scalar's gradient with respect to the output
     * @param inputGradient  the same with respect to the input; null where nobody needs it
     */
    record LayerMatrices(
            DenseLayer layer,
            int maxRows,
            float[] input,
            float[] output,
            float[] outputGradient,
            float[] inputGradient) {

        /** Fresh outputs behind a given input. */
        static LayerMatrices behind(DenseLayer layer, int maxRows, float[] input, float[] inputGradient) {
            int size = Math.multiplyExact(maxRows, DenseKernel.pad(layer.outputs()));
            return new LayerMatrices(layer, maxRows, input, new float[size], new float[size], inputGradient);
        }

        int inputWidth() {
            return DenseKernel.pad(layer.inputs());
        }

        int outputWidth() {
            return DenseKernel.pad(layer.outputs());
        }
    }
}
