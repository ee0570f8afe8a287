package io.htsrl.policies.nd4j;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.DenseLayer;

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
        DenseLayer layer, int maxRows, float[] input, float[] output, float[] outputGradient, float[] inputGradient) {

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
