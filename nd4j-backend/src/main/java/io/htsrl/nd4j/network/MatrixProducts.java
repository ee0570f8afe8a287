package io.htsrl.nd4j.network;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.DenseLayer;

/**
 * The three matrix products of one dense layer's training, on fixed matrices. A compute backend has to provide only
 * these. One thread. The same calls give the same bits in every run on one machine.
 */
interface MatrixProducts extends AutoCloseable {

    /** Chooses an implementation for one layer. */
    interface Factory {
        MatrixProducts create(LayerMatrices matrices);
    }

    /** Copies the layer's weights W from the flat vector. */
    void load(float[] parameters);

    /** Computes {@code output = input W} for the first {@code rows} rows. */
    void multiply(int rows);

    /**
     * Writes {@code input^T outputGradient} to the layer's weights in the flat gradient; called after
     * {@link #multiply}.
     */
    void multiplyTransposedLeft(int rows, float[] parameterGradient);

    /** Computes {@code inputGradient = outputGradient W^T}; called after {@link #multiplyTransposedLeft}. */
    void multiplyTransposedRight(int rows);

    @Override
    void close();

    /**
     * Minibatch matrices of one dense layer, in padded rows: {@code [maxRows][pad(inputs)]} and
     * {@code [maxRows][pad(outputs)]}. Padding columns of {@code input} and {@code outputGradient} are zero in rows
     * whose numbers are finite.
     *
     * @param layer the layer, with the place of its weights in the flat vector
     * @param maxRows rows of every matrix
     * @param input input of the layer: the output of the previous layer
     * @param output output of the layer
     * @param outputGradient the scalar's gradient with respect to the output
     * @param inputGradient the scalar's gradient with respect to the input; null where it is not used
     */
    record LayerMatrices(
            DenseLayer layer,
            int maxRows,
            float[] input,
            float[] output,
            float[] outputGradient,
            float[] inputGradient) {

        /** Creates matrices with new outputs for a given input. */
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
