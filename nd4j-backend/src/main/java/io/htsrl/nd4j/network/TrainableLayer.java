package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.DenseLayer;
import java.util.Arrays;

/**
 * Dense layer with its non-linearity, forward and backward, on heap matrices. {@link MatrixProducts} computes the
 * products, the {@link DenseKernel} everything else. One thread.
 */
final class TrainableLayer implements AutoCloseable {
    private final LayerMatrices matrices;
    private final MatrixProducts products;
    private final DenseKernel kernel;
    private final Activation activation;
    private final float[] bias;
    private final float[] biasGradient;
    private final RowOffsets gradientRows;

    /** @param activation non-linearity; null for a head */
    TrainableLayer(LayerMatrices matrices, MatrixProducts products, DenseKernel kernel, Activation activation) {
        this.matrices = matrices;
        this.products = products;
        this.kernel = kernel;
        this.activation = activation;
        bias = new float[matrices.outputWidth()];
        biasGradient = new float[matrices.outputWidth()];
        gradientRows = new RowOffsets(
                matrices.outputGradient(), RowOffsets.offsets(0, matrices.maxRows(), matrices.outputWidth()));
    }

    LayerMatrices matrices() {
        return matrices;
    }

    void load(float[] parameters) {
        products.load(parameters);
        System.arraycopy(
                parameters,
                matrices.layer().biasOffset(),
                bias,
                0,
                matrices.layer().outputs());
    }

    /** Computes the output matrix from the input matrix. */
    void forward(int rows) {
        products.multiply(rows);
        for (int row = 0; row < rows; row++) {
            kernel.add(matrices.output(), row * bias.length, bias, 0, bias.length);
        }
        if (activation == Activation.TANH) {
            kernel.tanh(matrices.output(), 0, rows * matrices.outputWidth());
        } else if (activation == Activation.RELU) {
            kernel.relu(matrices.output(), 0, matrices.output(), 0, rows * matrices.outputWidth());
        }
    }

    /**
     * Computes the layer's part of the parameter gradient and, if used, the input gradient from the output gradient.
     * Overwrites the output gradient with the gradient before the non-linearity.
     */
    void backward(int rows, float[] parameterGradient) {
        float[] gradient = matrices.outputGradient();
        int count = rows * matrices.outputWidth();
        if (activation == Activation.TANH) {
            kernel.tanhGradient(gradient, matrices.output(), 0, count);
        } else if (activation == Activation.RELU) {
            kernel.reluGradient(gradient, 0, matrices.output(), 0, gradient, 0, count);
        }
        products.multiplyTransposedLeft(rows, parameterGradient);
        Arrays.fill(biasGradient, 0);
        kernel.columnSums(gradientRows, 0, 0, rows, biasGradient, 0, biasGradient.length);
        DenseLayer layer = matrices.layer();
        System.arraycopy(biasGradient, 0, parameterGradient, layer.biasOffset(), layer.outputs());
        if (matrices.inputGradient() != null) {
            products.multiplyTransposedRight(rows);
        }
    }

    @Override
    public void close() {
        products.close();
    }
}
